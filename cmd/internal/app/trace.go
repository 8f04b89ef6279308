package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
)

// trace sends traces by OTLP over HTTP where OTEL_EXPORTER_OTLP_ENDPOINT, or the one for traces alone, says where; else there
// are none. The exporter reads OpenTelemetry's own variables, and what it cannot send it drops: no digest waits for it.
func (a *App) trace(ctx context.Context) error {
	if os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" {
		return nil
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: %w", err)
	}
	described, err := resource.New(ctx, resource.WithFromEnv(), resource.WithTelemetrySDK(),
		resource.WithAttributes(semconv.ServiceName("shortlist"), semconv.ServiceVersion(a.Version)))
	if err != nil {
		return fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	otel.SetErrorHandler(&exportErrors{log: a.Log})
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(described))
	a.onStop("traces", func(ctx context.Context) error {
		if err := provider.Shutdown(ctx); err != nil {
			a.Log.Warn("the last traces could not be sent", "error", err)
		}
		return nil
	})
	a.tracer = provider.Tracer("shortlist")
	return nil
}

// exportErrors logs why traces cannot be sent when that changes.
type exportErrors struct {
	log  *slog.Logger
	mu   sync.Mutex
	last string
}

// Handle is called by the exporter, for each batch.
func (e *exportErrors) Handle(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if text := err.Error(); text != e.last {
		e.last = text
		e.log.Warn("traces cannot be sent; the digests do not need them", "error", err)
	}
}
