package gemini

import (
	"context"
	"errors"

	"google.golang.org/grpc"
)

// noPool stands in for the gRPC connection of the library's cache, which we never use. Left alone the library dials the endpoint for
// it at once, again and again where nothing answers, and its goroutines outlive Close. The library's own checks refuse it beside an
// HTTP client, so New switches them off.
type noPool struct{}

var errNoGRPC = errors.New("nothing is asked over gRPC")

func (noPool) Conn() *grpc.ClientConn { return nil }
func (noPool) Num() int               { return 0 }
func (noPool) Close() error           { return nil }

func (noPool) Invoke(context.Context, string, any, any, ...grpc.CallOption) error { return errNoGRPC }

func (noPool) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, errNoGRPC
}
