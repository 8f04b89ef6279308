package review

import (
	"errors"
	"fmt"
	"time"
)

// UndoDepth is how many of a person's last decisions can be taken back; those taken back already count.
const UndoDepth = 10

// Errors of the transitions; match them with errors.Is.
var (
	ErrConflict      = errors.New("decided already") // by a Conflict, which says what
	ErrGone          = errors.New("the listing is gone, or the question is too old")
	ErrNothingToUndo = errors.New("nothing to undo")
)

// Conflict is the decision that came first.
type Conflict struct{ Decision Decision }

func (c *Conflict) Error() string {
	return fmt.Sprintf("%s already, by %s at %s", c.Decision, c.Decision.By, c.Decision.At.UTC().Format(time.RFC3339))
}

// Is makes a Conflict match ErrConflict.
func (c *Conflict) Is(target error) bool { return target == ErrConflict }

// Decide gives the item a decision, made at its At. It reports false where the same person decided the same before, as a
// link of a mail does that is used twice. The errors are a *Conflict where the item has another decision, and ErrGone.
func (i Item) Decide(d Decision) (Item, bool, error) {
	if err := d.Check(); err != nil {
		return i, false, err
	}
	switch {
	case i.State == Decided && i.Decision.same(d):
		return i, false, nil
	case i.State == Decided:
		return i, false, &Conflict{Decision: i.Decision}
	case i.State != Open || i.Old(d.At):
		return i, false, ErrGone
	}
	i.State, i.Decision, i.UpdatedAt = Decided, d, d.At
	return i, true, nil
}

// Old reports whether the item waited too long by the given moment.
func (i Item) Old(now time.Time) bool { return !now.Before(i.ExpiresAt) }

// Undo opens a decided item again. Anything else is ErrNothingToUndo.
func (i Item) Undo(now time.Time) (Item, error) {
	if i.State != Decided {
		return i, ErrNothingToUndo
	}
	i.State, i.Decision, i.UpdatedAt = Open, Decision{}, now
	return i, nil
}

// Expire ends an open item that is old or whose listing is gone. It reports false for all others: what a person decided
// stays.
func (i Item) Expire(gone bool, now time.Time) (Item, bool) {
	if i.State != Open || !gone && !i.Old(now) {
		return i, false
	}
	i.State, i.UpdatedAt = Expired, now
	return i, true
}

// Made is one decision of a person, for Undoable.
type Made struct {
	Number int64 // grows with each decision
	Item   string
	Undone bool
}

// Undoable says which decision an undo takes back: the last one or, where an item is named, that item's. Last holds the
// person's last decisions, newest first, of which UndoDepth count.
func Undoable(last []Made, item string) (Made, error) {
	for _, m := range last[:min(len(last), UndoDepth)] {
		if !m.Undone && (item == "" || m.Item == item) {
			return m, nil
		}
	}
	return Made{}, ErrNothingToUndo
}

// Merge says what becomes of a new verdict's item, given the items of the same person and role that are there. It reports
// false where there is nothing to write: what a person decided stands, under every rubric, and a question that waited too
// long is not asked again. An open item gets the new verdict and keeps its age; one whose listing was gone and is back
// opens again. The ids are those of open items under other rubrics, which end: nobody is asked twice about a role.
func Merge(have []Item, fresh Item) (put Item, ended []string, write bool) {
	put = fresh
	for _, old := range have {
		switch {
		case old.State == Decided:
			return Item{}, nil, false
		case old.Rubric == fresh.Rubric && old.Old(fresh.UpdatedAt):
			return Item{}, nil, false
		case old.Rubric == fresh.Rubric:
			put.CreatedAt, put.ExpiresAt = old.CreatedAt, old.ExpiresAt
		case old.State == Open:
			ended = append(ended, old.ID)
		}
	}
	return put, ended, true
}
