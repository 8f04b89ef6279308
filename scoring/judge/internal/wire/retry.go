package wire

import (
	"net/http"
	"strings"
	"time"
)

// maxDelay bounds what a server may ask: a day is the longest that any quota lasts.
const maxDelay = 24 * time.Hour

// unsaid is the delay of a server that names none; zero would be an answer.
const unsaid = time.Duration(-1)

// headerDelay reads Retry-After (RFC 9110, 10.2.3: seconds or a date) and OpenAI's Retry-After-Ms, which is finer.
func headerDelay(h http.Header, now time.Time) time.Duration {
	if d := number(h.Get("Retry-After-Ms"), "ms"); d >= 0 {
		return d
	}
	value := h.Get("Retry-After")
	if at, err := http.ParseTime(value); err == nil {
		return bounded(at.Sub(now))
	}
	return number(value, "s")
}

// number reads digits, perhaps with a point, as so many of a unit; negative where it is no such thing.
func number(value, unit string) time.Duration {
	value = strings.TrimSpace(value)
	if value == "" || strings.Trim(value, "0123456789.") != "" {
		return unsaid
	}
	d, err := time.ParseDuration(value + unit)
	if err != nil { // more than a duration holds, or points alone
		if strings.Trim(value, ".0") == "" {
			return unsaid
		}
		return maxDelay
	}
	return bounded(d)
}

func bounded(d time.Duration) time.Duration { return max(0, min(d, maxDelay)) }

// wordsDelay reads "Please retry in 10.05676626s." and "Please try again in 7m12s.", for servers that say it nowhere else.
func wordsDelay(message string) time.Duration {
	for _, lead := range []string{"retry in ", "try again in "} {
		_, rest, found := strings.Cut(message, lead)
		if !found {
			continue
		}
		word, _, _ := strings.Cut(rest, " ")
		if d, err := time.ParseDuration(strings.TrimRight(word, ".,;")); err == nil {
			return bounded(d)
		}
	}
	return unsaid
}
