package riverqueue

import (
	"testing"

	"shortlist/worker/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }
