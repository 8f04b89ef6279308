// Package compare measures the search of scoring/relevance beside a plain scan and beside bleve, on the same listings. It is a
// module of its own, so that bleve is none of Shortlist's dependencies:
//
//	go test -run xxx -bench . -benchtime 1s -count 6 > new.txt
//	benchstat -col /way new.txt
package compare
