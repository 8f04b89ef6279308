package worker

import (
	"testing"

	"shortlist/worker/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }
