package pipeline

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// tracer is the given one, or one that traces nothing.
func tracer(t trace.Tracer) trace.Tracer {
	if t == nil {
		return noop.Tracer{}
	}
	return t
}

// traced makes a span of do. A span names nobody but by the run's id: traces go to another service than the digests do.
func traced(ctx context.Context, t trace.Tracer, name string, do func(context.Context, trace.Span) error, attributes ...attribute.KeyValue) error {
	ctx, span := tracer(t).Start(ctx, name, trace.WithAttributes(attributes...))
	defer span.End()
	err := do(ctx, span)
	if err != nil {
		span.SetStatus(codes.Error, "failed") // an error's text may hold an address
	}
	return err
}
