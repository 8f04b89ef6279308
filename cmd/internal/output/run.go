package output

import (
	"fmt"
	"io"

	"shortlist/digest/render"
	"shortlist/worker/pipeline"
)

// Run writes what a run did.
func Run(w io.Writer, r pipeline.Result, asJSON bool) error {
	if asJSON {
		return JSON(w, r)
	}
	if len(r.Edition.Cards)+len(r.Edition.Calls) > 0 || r.Waiting > 0 {
		if err := render.Table(w, r.Edition, Width(w)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, told(r))
	return err
}

func told(r pipeline.Result) string {
	switch r.Outcome {
	case pipeline.Sent:
		if r.Resumed {
			return fmt.Sprintf("Sent the digest that an earlier run left in the outbox (%s), Message-ID %s.", r.Slot.Format("Mon 2 Jan, 15:04"), r.MessageID)
		}
		return fmt.Sprintf("Sent, Message-ID %s.", r.MessageID)
	case pipeline.Empty:
		if r.Review > 0 {
			return fmt.Sprintf("Nothing new for %s, so no mail was sent. Questions that wait for a decision: %d.", r.Profile, r.Review)
		}
		return fmt.Sprintf("Nothing new for %s, so no mail was sent (send_empty: true sends a short one). The boards hold %d listings.", r.Profile, r.Fetched)
	case pipeline.DryRun:
		return fmt.Sprintf("Dry run: nothing was sent or recorded. %d of %d listings would go out.", r.Picks, r.Fetched)
	default:
		return fmt.Sprintf("Outcome: %s.", r.Outcome)
	}
}
