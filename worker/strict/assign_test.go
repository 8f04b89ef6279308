package strict_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"shortlist/worker/strict"
)

func TestLeaves(t *testing.T) {
	t.Parallel()
	got := strict.Leaves(&town{})
	for _, key := range []string{"title", "shop.name", "shop.opens", "shop.colour", "tags", "stock", "rooms"} {
		if !slices.Contains(got, key) {
			t.Errorf("%q is not in %q", key, got)
		}
	}
	if slices.Contains(got, "shop") || slices.Contains(got, "-") || slices.Contains(got, "") {
		t.Errorf("too much in %q", got)
	}
}

func TestAssign(t *testing.T) {
	t.Parallel()
	var got town
	for key, text := range map[string]string{
		"title": "a b", "shop.opens": "1d", "shop.open": "true", "shop.colour": "blue", "tags": "a, b,,c", "shop.seats": "9",
	} {
		if err := strict.Assign(&got, key, text); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
	if got.Title != "a b" || got.Shop.Opens != 24*time.Hour || got.Shop.Open == nil || !*got.Shop.Open ||
		got.Shop.Colour != "blue" || !slices.Equal(got.Tags, []string{"a", "b", "c"}) || got.Shop.Seats != 9 {
		t.Errorf("got %+v", got)
	}
	if v, ok := strict.Lookup(&got, "shop.seats"); !ok || v != uint8(9) {
		t.Errorf("Lookup: %v, %v", v, ok)
	}
	if _, ok := strict.Lookup(&got, "shop.nothing"); ok {
		t.Error("Lookup found what is not there")
	}
	for key, want := range map[string]string{
		"shop.opens": "a duration", "shop.open": "true or false", "shop.seats": "a whole number", "shop.colour": "neither red",
		"nothing": "no key", "title.x": "no key", "shop": "expects",
	} {
		err := strict.Assign(&got, key, "me:hunter2@x")
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", key, err)
		}
	}
	if err := strict.Assign(&got, "title", "a\x00b"); err == nil {
		t.Error("a control character was taken")
	}
}

func TestReadFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := strict.ReadFile(dir+"/none", 9); err == nil || err.Error() != "no such file" {
		t.Errorf("missing: %v", err)
	}
	if _, err := strict.ReadFile(dir, 9); err == nil || strings.Contains(err.Error(), dir) {
		t.Errorf("folder: %v", err)
	}
	if _, err := strict.ReadFile("decode_test.go", 9); err == nil || !strings.Contains(err.Error(), "longer than the 9 bytes") {
		t.Errorf("too long: %v", err)
	}
}
