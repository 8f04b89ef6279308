package gemini

import (
	"testing"

	"go.uber.org/goleak"
)

// The library's own gRPC client would be left behind by every Close.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
