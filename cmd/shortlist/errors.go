package main

import (
	"context"
	"errors"
	"strings"

	"shortlist/cmd/internal/app"
	"shortlist/worker/pipeline"
	"shortlist/worker/store"
	"shortlist/worker/strict"
)

// failure marks an error as one of a command that was called rightly; every other error is cobra's, of wrong usage.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// exitCode is 2 where the person who called can mend it by calling or configuring otherwise, else 1.
func exitCode(err error) int {
	var f failure
	var problems strict.Problems
	var listen *app.ListenError
	var dir *app.DirError
	var owned *app.OwnedError
	var query *app.QueryError
	var judge *app.JudgeError
	switch {
	case !errors.As(err, &f):
		return 2
	case errors.As(err, &problems), errors.As(err, &listen), errors.As(err, &dir), errors.As(err, &owned), errors.As(err, &query), errors.As(err, &judge),
		errors.Is(err, store.ErrUnusable), errors.Is(err, store.ErrNotFound),
		errors.Is(err, pipeline.ErrNoSender), errors.Is(err, errUsage):
		return 2
	}
	return 1
}

// errUsage is wrapped by errors of arguments that only the command itself can judge.
var errUsage = errors.New("wrong usage")

type usageError struct{ text string }

func (u usageError) Error() string        { return u.text }
func (u usageError) Is(target error) bool { return target == errUsage }

// sentence is what a person reads: problems of a config have a line each and name their file themselves.
func sentence(err error) string {
	var problems strict.Problems
	if errors.As(err, &problems) {
		return problems.Error()
	}
	if errors.Is(err, context.Canceled) {
		return "shortlist: stopped"
	}
	// cobra's "Did you mean this?" has a line to itself and a tab before each suggestion.
	text := strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n\nDid you mean this?\n\t", "; did you mean ")
	var f failure
	if !errors.As(err, &f) {
		text += "; shortlist --help lists the commands"
	}
	return "shortlist: " + strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' }), "; ")
}
