package metrics

import (
	"runtime"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// other stands for every label value that is not of its closed set: a bug elsewhere must not grow the number of series.
const other = "other"

// closed holds a metric for each value of a label. It is never written after New.
type closed[M any] map[string]M

// get returns the metric of a value, or that of "other".
func (c closed[M]) get(value string) M {
	if m, ok := c[value]; ok {
		return m
	}
	return c[other]
}

// closedSet makes the metric of each value, so that all are there at zero: a rate over a series that begins at one does not
// see its first event.
func closedSet[M any](with func(...string) M, values ...string) closed[M] {
	c := make(closed[M], len(values))
	for _, v := range values {
		c[v] = with(v)
	}
	return c
}

// group is a collector of collectors: registered as one, all or none of it is.
type group []prometheus.Collector

func (g group) Describe(ch chan<- *prometheus.Desc) {
	for _, c := range g {
		c.Describe(ch)
	}
}

func (g group) Collect(ch chan<- prometheus.Metric) {
	for _, c := range g {
		c.Collect(ch)
	}
}

func (g *group) gauge(name, help string) prometheus.Gauge {
	m := prometheus.NewGauge(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help})
	*g = append(*g, m)
	return m
}

func (g *group) histogram(name, help string, buckets ...float64) prometheus.Histogram {
	m := prometheus.NewHistogram(histogramOpts(name, help, buckets))
	*g = append(*g, m)
	return m
}

// info tells which build this is.
func (g *group) info(version string) {
	m := prometheus.NewGauge(prometheus.GaugeOpts{Namespace: namespace, Name: "build_info", Help: "Always 1; the labels tell the build.",
		ConstLabels: prometheus.Labels{"version": strings.ToValidUTF8(version, "?"), "go_version": runtime.Version()}})
	m.Set(1)
	*g = append(*g, m)
}

func counters(g *group, name, help, label string, values []string) closed[prometheus.Counter] {
	v := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, []string{label})
	*g = append(*g, v)
	return closedSet(v.WithLabelValues, append(values, other)...)
}

func observers(g *group, name, help, label string, values []string, buckets ...float64) closed[prometheus.Observer] {
	v := prometheus.NewHistogramVec(histogramOpts(name, help, buckets), []string{label})
	*g = append(*g, v)
	return closedSet(v.WithLabelValues, append(values, other)...)
}

// gauges has no "other": what is set and not counted has no sum.
func gauges(g *group, name, help, label string, values []string) closed[prometheus.Gauge] {
	v := prometheus.NewGaugeVec(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, []string{label})
	*g = append(*g, v)
	return closedSet(v.WithLabelValues, values...)
}

// counters2 has two labels.
func counters2(g *group, name, help, label string, values []string, label2 string, values2 []string) closed[closed[prometheus.Counter]] {
	v := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, []string{label, label2})
	*g = append(*g, v)
	c := closed[closed[prometheus.Counter]]{}
	for _, value := range append(values[:len(values):len(values)], other) {
		c[value] = closedSet(v.MustCurryWith(prometheus.Labels{label: value}).WithLabelValues, append(values2[:len(values2):len(values2)], other)...)
	}
	return c
}

// histogramOpts has classic buckets for any Prometheus and native ones, finer and smaller, for those that take them.
func histogramOpts(name, help string, buckets []float64) prometheus.HistogramOpts {
	return prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: buckets,
		NativeHistogramBucketFactor: 1.1, NativeHistogramMaxBucketNumber: 160, NativeHistogramMinResetDuration: time.Hour}
}
