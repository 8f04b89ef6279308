package relevance

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"shortlist/scoring"
)

// aloneProfiles is how many of the brute force's profiles are looked at, so that it ends; their time is scaled.
const aloneProfiles = 2000

// BenchmarkNewListings matches 500 new listings, already read, with many profiles: an operation is all 500.
//   - way=together: by Subscriptions
//   - way=alone: each profile's search by itself, for 2,000 of them; look at the metric that is scaled to all
//   - way=reading: the same for 10 of them, where each reads the listings for itself
//
// The cost goes with the listings and their matches: ns/match must not grow with the profiles.
func BenchmarkNewListings(b *testing.B) {
	w := newWorld(1)
	var ls []*scoring.Listing
	var docs []*Document
	for i := range 500 {
		ls = append(ls, w.Listing(i, 3000))
		docs = append(docs, Read(ls[i]))
	}
	for _, size := range []int{1_000, 10_000, 100_000} {
		fill := sync.OnceValues(func() (*Subscriptions, float64) { return fillSubscriptions(size) })
		b.Run(fmt.Sprintf("profiles=%d/way=together", size), func(b *testing.B) {
			x, memory := fill()
			matches := 0
			for b.Loop() {
				matches = 0
				for _, d := range docs {
					for range x.Match(d) {
						matches++
					}
				}
			}
			b.ReportMetric(memory, "B/profile")
			b.ReportMetric(float64(len(x.meanings.ids)), "queries")
			b.ReportMetric(float64(matches), "matches")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(matches), "ns/match")
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/all")
		})
		b.Run(fmt.Sprintf("profiles=%d/way=alone", size), func(b *testing.B) {
			benchAlone(b, size, aloneProfiles, func(s *Search, i int) Result { return s.Decides(docs[i]) })
		})
		b.Run(fmt.Sprintf("profiles=%d/way=reading", size), func(b *testing.B) {
			benchAlone(b, size, 10, func(s *Search, i int) Result { return s.Match(ls[i]) })
		})
	}
}

func benchAlone(b *testing.B, size, sample int, match func(*Search, int) Result) {
	w := newWorld(2)
	var searches []*Search
	for range min(sample, size) {
		searches = append(searches, w.search())
	}
	matches := 0
	for b.Loop() {
		matches = 0
		for _, s := range searches {
			for i := range 500 {
				if match(s, i).Admitted {
					matches++
				}
			}
		}
	}
	scale := float64(size) / float64(len(searches))
	b.ReportMetric(float64(matches)*scale, "matches")
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)*scale, "ms/all")
}

func fillSubscriptions(size int) (x *Subscriptions, perProfile float64) {
	w := newWorld(2)
	x = &Subscriptions{}
	before := heapInUse()
	for i := range size {
		x.Put(fmt.Sprintf("profile-%06d", i), w.search())
	}
	return x, float64(heapInUse()-before) / float64(size)
}

func heapInUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkSubscribe adds and removes one profile among 100,000.
func BenchmarkSubscribe(b *testing.B) {
	x, _ := fillSubscriptions(100_000)
	b.ReportAllocs()
	w := newWorld(3)
	var searches []*Search
	for range 1000 {
		searches = append(searches, w.search())
	}
	i := 0
	for b.Loop() {
		x.Put("another", searches[i%len(searches)])
		x.Remove("another")
		i++
	}
}
