package app

import (
	"fmt"
	"os"
	"strings"

	"shortlist/cmd/internal/config"
	"shortlist/worker/board"
	"shortlist/worker/board/himalayas"
	"shortlist/worker/board/jobicy"
	"shortlist/worker/board/remoteok"
	"shortlist/worker/board/remotive"
	"shortlist/worker/pipeline"
)

// sources makes every enabled board, and what closes their connections.
func (a *App) sources(b config.Boards, contact string) (out []pipeline.Source, closeAll func(), err error) {
	var clients []*board.Client
	closeAll = func() {
		for _, c := range clients {
			c.Close()
		}
	}
	agent := userAgent(a.Version, contact)
	for _, d := range []struct {
		name, label, home string
		set               config.Board
		make              func(*board.Client) pipeline.Fetcher
	}{
		{remoteok.Name, remoteok.Label, remoteok.Home, b.RemoteOK, func(c *board.Client) pipeline.Fetcher { return remoteok.New(c, a.Now) }},
		{himalayas.Name, himalayas.Label, himalayas.Home, b.Himalayas.Board, func(c *board.Client) pipeline.Fetcher { return himalayas.New(c, b.Himalayas.Pages, a.Now) }},
		{remotive.Name, remotive.Label, remotive.Home, b.Remotive, func(c *board.Client) pipeline.Fetcher { return remotive.New(c, a.Now) }},
		{jobicy.Name, jobicy.Label, jobicy.Home, b.Jobicy, func(c *board.Client) pipeline.Fetcher { return jobicy.New(c, a.Now) }},
	} {
		if !d.set.Enabled {
			continue
		}
		client, err := board.NewClient(d.set.BaseURL, agent)
		if err != nil {
			closeAll()
			return nil, nil, fmt.Errorf("boards.%s: %w", d.name, err)
		}
		clients = append(clients, client)
		out = append(out, pipeline.Source{Fetcher: d.make(client), Label: d.label, Home: d.home, BaseURL: d.set.BaseURL, Every: d.set.Every})
	}
	return out, closeAll, nil
}

// userAgent names the product and whom to write to, so that a board can complain before it blocks.
func userAgent(version, contact string) string {
	if contact == "" || strings.HasSuffix(contact, "@localhost") {
		if host, err := os.Hostname(); err == nil {
			contact = "postmaster@" + host
		}
	}
	return fmt.Sprintf("Shortlist/%s (self-hosted job digest; contact: %s)", version, contact)
}
