package main_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/mail"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"shortlist/digest/mail/mailtest"
	"shortlist/worker/store/storetest"
)

// unsupported are features of HTML and CSS that an important mail program does not know; the mail must use none. They are
// mailpit's names for them.
var unsupported = []string{
	"css-display-flex", "css-display-grid", "html-svg", "css-border-radius", "css-background-image", "html-script", "html-form", "html-video", "css-position",
	"css-float", "css-variables", "html-image-data-uri",
}

// TestMailpit sends a digest to a real mail server and reads it back.
func TestMailpit(t *testing.T) {
	t.Parallel()
	path, err := exec.LookPath("mailpit")
	if err != nil {
		if storetest.Required("mailpit") {
			t.Fatal("mailpit is required:", err)
		}
		t.Skip("mailpit is not on this machine")
	}
	smtp, api := freePort(t), freePort(t)
	ctx, cancel := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, path, "--listen", api, "--smtp", smtp, "--smtp-disable-rdns", "--disable-version-check", "--quiet")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); _ = cmd.Wait() })
	waitFor(t, "http://"+api+"/readyz")

	h := newHost(t, "sqlite:shortlist.db", mailtest.Script{})
	h.env = []string{"SMTP_URL=smtp://" + smtp}
	d := h.digest(0)
	var list struct {
		Messages []struct{ ID, MessageID, Subject string }
	}
	fetchJSON(t, "http://"+api+"/api/v1/messages", &list)
	if len(list.Messages) != 1 || list.Messages[0].MessageID != d.MessageID || !strings.Contains(list.Messages[0].Subject, fmt.Sprint(d.Picks, " new jobs for you, ")) {
		t.Fatalf("%+v, want one with %s", list, d.MessageID)
	}
	var m struct {
		From       mail.Address
		To         []mail.Address
		Text, HTML string
	}
	id := list.Messages[0].ID
	fetchJSON(t, "http://"+api+"/api/v1/message/"+id, &m)
	if m.From.Address != "digest@example.org" || len(m.To) != 1 || m.To[0].Address != "ada@example.org" {
		t.Errorf("from %v to %v", m.From, m.To)
	}
	for _, want := range []string{"How this was made", "płatności", "€"} {
		if !strings.Contains(m.Text, want) || !strings.Contains(m.HTML, want) {
			t.Errorf("%q is not in both parts", want)
		}
	}
	var check struct {
		Warnings []struct{ Slug string }
	}
	fetchJSON(t, "http://"+api+"/api/v1/message/"+id+"/html-check", &check)
	for _, w := range check.Warnings {
		if slices.Contains(unsupported, w.Slug) {
			t.Errorf("the mail uses %s", w.Slug)
		}
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// waitFor asks until another process answers: its start gives no signal to wait for.
func waitFor(t *testing.T, address string) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; <-time.After(50 * time.Millisecond) {
		if r, err := http.Get(address); err == nil {
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s does not answer", address)
		}
	}
}

func fetchJSON(t *testing.T, address string, into any) {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	if err := json.NewDecoder(r.Body).Decode(into); err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v", address, r.StatusCode, err)
	}
}
