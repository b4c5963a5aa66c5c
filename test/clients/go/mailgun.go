package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/mailgun/mailgun-go/v4"
	"github.com/mailgun/mailgun-go/v4/events"
)

var mailgunTasks = map[string]task{
	"bases":  mailgunBases,
	"events": mailgunEvents,
	"hooks":  mailgunHooks,
	"lists":  mailgunLists,
	"send":   mailgunSend,
	"verify": mailgunVerify,
}

func (o order) mailgun(key, domain string) *mailgun.MailgunImpl {
	client := mailgun.NewMailgun(domain, key)
	client.SetAPIBase(o.Base)
	return client
}

// mailgunRefusal returns the status and the message of a refusal as reported by the client.
func mailgunRefusal(err error) given {
	var refused *mailgun.UnexpectedResponseError
	if !errors.As(err, &refused) {
		return given{"unlike": fmt.Sprint(err)}
	}
	return given{"status": refused.Actual, "message": string(refused.Data)}
}

func mailgunSend(ctx context.Context, o order) given {
	client := o.mailgun(o.Key, o.Domain)
	send := func(message *mailgun.Message) string {
		_, id, err := client.Send(ctx, message)
		must(err)
		return id
	}
	one := mailgun.NewMessage("Shop <"+o.from()+">", "Grüße <1>", "In words", "Zoë <mailgun@go.test>")
	one.SetHTML("<p>In HTML</p>")
	one.AddCC("copy-mailgun@go.test")
	one.AddBCC("blind-mailgun@go.test")
	one.SetReplyTo("answers@go.test")
	one.AddHeader("X-Order", "17")
	one.SetTrackingClicks(false)
	one.SetTrackingOpens(false)
	must(one.AddTag("orders"))
	must(one.AddVariable("order", 17))
	batch := mailgun.NewMessage(o.from(), "For %recipient.name%", "Dear %recipient.name%")
	for _, name := range []string{"ada", "bob", "gone"} {
		must(batch.AddRecipientAndVariables(name+"-mailgun@go.test", map[string]any{"name": strings.ToUpper(name)}))
	}
	text := "From: " + o.from() + "\r\nTo: mime-mailgun@go.test\r\nSubject: In MIME\r\n\r\nWords of MIME\r\n"
	mime := mailgun.NewMIMEMessage(io.NopCloser(strings.NewReader(text)), "mime-mailgun@go.test")
	return given{"one": send(one), "batch": send(batch), "mime": send(mime), "refused": mailgunRefusals(ctx, o)}
}

func mailgunRefusals(ctx context.Context, o order) given {
	refusal := func(key, domain, from string, change func(*mailgun.Message)) given {
		message := mailgun.NewMessage(from, "Refused", "Words", "refused@go.test")
		if change != nil {
			change(message)
		}
		_, _, err := o.mailgun(key, domain).Send(ctx, message)
		return mailgunRefusal(err)
	}
	changed := func(change func(*mailgun.Message)) given { return refusal(o.Key, o.Domain, o.from(), change) }
	return given{
		"domain":   refusal(o.Key, "nobody.test", "shop@nobody.test", nil),
		"key":      refusal("pr_wrong", o.Domain, o.from(), nil),
		"later":    changed(func(m *mailgun.Message) { m.SetDeliveryTime(time.Now().Add(time.Hour)) }),
		"sender":   refusal(o.Key, o.Domain, "shop@elsewhere.test", nil),
		"template": changed(func(m *mailgun.Message) { m.SetTemplate("welcome") }),
	}
}

// mailgunBases sends a test message through each base URL.
func mailgunBases(ctx context.Context, o order) given {
	sent := given{}
	for _, base := range o.Bases {
		o.Base = base
		message := mailgun.NewMessage(o.from(), "Tried", "Words", "tried@go.test")
		message.EnableTestMode()
		_, id, err := o.mailgun(o.Key, o.Domain).Send(ctx, message)
		sent[base] = err == nil && strings.HasSuffix(id, "@"+o.Domain+">")
	}
	return sent
}

// mailgunEvents follows pages of two events to their end, and one page back.
func mailgunEvents(ctx context.Context, o order) given {
	client := o.mailgun(o.Key, o.Domain)
	filter := map[string]string{"event": "accepted OR delivered OR failed"}
	pages := client.ListEvents(&mailgun.ListEventOptions{Limit: 2, ForceAscending: true, Filter: filter})
	all, ids, longest := []given{}, map[string]bool{}, 0
	var page, back []mailgun.Event
	for pages.Next(ctx, &page) {
		longest = max(longest, len(page))
		for _, event := range page {
			ids[event.GetID()] = true
			all = append(all, mailgunEvent(event))
		}
	}
	must(pages.Err())
	hasBefore := pages.Previous(ctx, &back)
	must(pages.Err())
	empty := client.ListEvents(&mailgun.ListEventOptions{Filter: map[string]string{"recipient": "nobody@go.test"}})
	none := !empty.Next(ctx, &page)
	must(empty.Err())
	bad := client.ListEvents(&mailgun.ListEventOptions{Filter: map[string]string{"event": "born"}})
	bad.Next(ctx, &page)
	return given{
		"all": all, "different": len(ids), "longest": longest, "before": hasBefore, "none": none, "refused": mailgunRefusal(bad.Err()),
	}
}

// mailgunEvent returns the fields of an event in the client's own types.
func mailgunEvent(event mailgun.Event) given {
	shown := given{"event": event.GetName(), "at": event.GetTimestamp().Year()}
	switch it := event.(type) {
	case *events.Accepted:
		shown["recipient"], shown["tags"], shown["variables"] = it.Recipient, it.Tags, it.UserVariables
		shown["id"] = it.Message.Headers.MessageID
	case *events.Delivered:
		shown["recipient"], shown["code"] = it.Recipient, it.DeliveryStatus.Code
	case *events.Failed:
		shown["recipient"], shown["code"], shown["severity"] = it.Recipient, it.DeliveryStatus.Code, it.Severity
	}
	return shown
}

func mailgunVerify(_ context.Context, o order) given {
	client := o.mailgun(o.Key, o.Domain)
	client.SetWebhookSigningKey(o.VerifyKey)
	reported, verified, forged := []given{}, 0, 0
	for _, each := range o.Posted {
		var payload mailgun.WebhookPayload
		must(json.Unmarshal([]byte(each.Body), &payload))
		if sure(client.VerifyWebhookSignature(payload.Signature)) {
			verified++
		}
		payload.Signature.Token += "0"
		if sure(client.VerifyWebhookSignature(payload.Signature)) {
			forged++
		}
		reported = append(reported, mailgunEvent(sure(mailgun.ParseEvent(payload.EventData))))
	}
	return given{"reported": reported, "verified": verified, "forged": forged}
}
