package app

import (
	"context"
	"fmt"
	"time"

	"shortlist/scoring"
	"shortlist/worker/profile"
	"shortlist/worker/schedule"
	"shortlist/worker/store"
)

// fromFile is the source of a profile that the configuration names: it is changed there and nowhere else.
const fromFile = "file"

// OwnedError is an attempt to change by hand what a file of the configuration says.
type OwnedError struct{ Name string }

func (e *OwnedError) Error() string {
	return fmt.Sprintf("profile %s comes from a file that the configuration names under profiles: change or remove it there", e.Name)
}

// ApplyProfiles reads the files and stores all of their profiles, or, where one has a problem, none.
func (a *App) ApplyProfiles(ctx context.Context, files []string) ([]scoring.Profile, error) {
	profiles, problems := profile.Load(".", files)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	for _, p := range profiles {
		if a.owned(p.Name) {
			return nil, &OwnedError{p.Name}
		}
	}
	for _, p := range profiles {
		if err := a.Store.PutProfile(ctx, p, ""); err != nil {
			return nil, err
		}
	}
	return profiles, nil
}

func (a *App) owned(name string) bool {
	for _, p := range a.Profiles {
		if p.Name == name {
			return true
		}
	}
	return false
}

// DeleteProfile forgets a person and everything that names them.
func (a *App) DeleteProfile(ctx context.Context, name string) error {
	if a.owned(name) {
		return &OwnedError{name}
	}
	return a.Store.DeleteProfile(ctx, name)
}

// NextSlots previews a person's coming slots, in their zone; those of a planned absence are left out.
func (a *App) NextSlots(ctx context.Context, name string, n int) ([]time.Time, store.Profile, error) {
	p, err := a.Store.Profile(ctx, name)
	if err != nil {
		return nil, p, err
	}
	s, err := schedule.Parse(p.Schedule, p.Timezone)
	if err != nil {
		return nil, p, fmt.Errorf("profile %s: %w", p.Name, err)
	}
	return s.Upcoming(p.From(a.Now()), n), p, nil
}
