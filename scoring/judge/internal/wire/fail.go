package wire

import (
	"context"
	"errors"
	"unicode/utf8"

	"shortlist/scoring"
)

// fault is an error of which nothing but its sentence can be printed. It lets through no cause but the end of a context: the
// errors of net/http hold the address that was asked, and some addresses hold a key.
type fault struct {
	sentence string
	cause    error
}

func (f *fault) Error() string { return f.sentence }
func (f *fault) Unwrap() error { return f.cause }

// Fail is a failed call that says nothing of when to try again. The sentence must hold no key.
func Fail(f scoring.Failure, sentence string) *scoring.JudgeError {
	return &scoring.JudgeError{Failure: f, RetryAfter: -1, Err: &fault{sentence: sentence}}
}

// Ended is the failure of a call whose context is over: the time ran out, or nobody waits for the answer any more. errors.Is
// tells the two apart.
func Ended(cause error) *scoring.JudgeError {
	sentence := "no answer in time"
	if errors.Is(cause, context.Canceled) {
		sentence = "stopped before the answer came"
	}
	return &scoring.JudgeError{Failure: scoring.FailTimeout, RetryAfter: -1, Err: &fault{sentence: sentence, cause: cause}}
}

// Sendable fails for a prompt that is not UTF-8: one library refuses it in words of its own, another replaces the bytes, and
// then the model's quotes are not those of the advert.
func Sendable(texts ...string) error {
	for _, t := range texts {
		if !utf8.ValidString(t) {
			return Fail(scoring.FailSchema, "the prompt is not valid UTF-8")
		}
	}
	return nil
}
