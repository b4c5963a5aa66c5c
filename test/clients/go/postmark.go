package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mrz1836/postmark"
)

var postmarkTasks = map[string]task{
	"bases": postmarkBases,
	"hooks": postmarkHooks,
	"lists": postmarkLists,
	"look":  postmarkLook,
	"read":  postmarkRead,
	"send":  postmarkSend,
}

func (o order) postmark(key string) *postmark.Client {
	client := postmark.NewClient(key, "")
	client.BaseURL = o.Base
	return client
}

// postmarkRefusal returns the code and the message of a refusal as reported by the client.
func postmarkRefusal(err error) given {
	var refused postmark.APIError
	if !errors.As(err, &refused) {
		return given{"unlike": fmt.Sprint(err)}
	}
	return given{"code": refused.ErrorCode, "message": refused.Message}
}

func (o order) postmarkMail(to string) postmark.Email {
	return postmark.Email{From: "Shop <" + o.from() + ">", To: to, Subject: "Grüße <1>", TextBody: "In words", HTMLBody: "<p>In HTML</p>"}
}

func postmarkSend(ctx context.Context, o order) given {
	client := o.postmark(o.Key)
	one := o.postmarkMail("Zoë <postmark@go.test>")
	one.Cc, one.Bcc, one.ReplyTo, one.Tag = "copy-postmark@go.test", "blind-postmark@go.test", "answers@go.test", "orders"
	one.Headers = []postmark.Header{{Name: "X-Order", Value: "17"}}
	one.Metadata = map[string]string{"order": "17"}
	sent := sure(client.SendEmail(ctx, one))
	stranger := o.postmarkMail("stranger@go.test")
	stranger.From = "shop@elsewhere.test"
	many := o.postmarkMail("many-postmark@go.test")
	many.MessageStream = "broadcast"
	batch := sure(client.SendEmailBatch(ctx, []postmark.Email{o.postmarkMail("gone-postmark@go.test"), stranger, many}))
	answers := []given{}
	for _, each := range batch {
		answers = append(answers, given{"to": each.To, "id": each.MessageID != "", "code": each.ErrorCode, "message": each.Message})
	}
	return given{"id": sent.MessageID, "to": sent.To, "year": sent.SubmittedAt.Year(), "batch": answers, "refused": postmarkRefusals(ctx, o)}
}

func postmarkRefusals(ctx context.Context, o order) given {
	refusal := func(key string, change func(*postmark.Email)) given {
		mail := o.postmarkMail("refused@go.test")
		change(&mail)
		_, err := o.postmark(key).SendEmail(ctx, mail)
		return postmarkRefusal(err)
	}
	_, template := o.postmark(o.Key).SendTemplatedEmail(ctx, postmark.TemplatedEmail{
		TemplateAlias: "welcome", TemplateModel: map[string]any{"name": "Zoë"}, From: o.from(), To: "refused@go.test",
	})
	_, batch := o.postmark("pr_wrong").SendEmailBatch(ctx, []postmark.Email{o.postmarkMail("refused@go.test")})
	return given{
		"batch key": postmarkRefusal(batch),
		"key":       refusal("pr_wrong", func(*postmark.Email) {}),
		"recipient": refusal(o.Key, func(m *postmark.Email) { m.To = "nobody" }),
		"sender":    refusal(o.Key, func(m *postmark.Email) { m.From = "shop@elsewhere.test" }),
		"template":  postmarkRefusal(template),
	}
}

// postmarkBases reads the server and sends a message through each base URL.
func postmarkBases(ctx context.Context, o order) given {
	sent := given{}
	for _, base := range o.Bases {
		o.Base = base
		_, err := o.postmark(o.Key).GetCurrentServer(ctx)
		answer, failed := o.postmark(o.Key).SendEmail(ctx, o.postmarkMail("based@go.test"))
		sent[base] = err == nil && failed == nil && answer.MessageID != ""
	}
	return sent
}

// postmarkRead parses posted events into the client's types; they are not signed, so there is nothing to verify.
func postmarkRead(_ context.Context, o order) given {
	reported := []given{}
	for _, each := range o.Posted {
		var kind postmark.BaseEvent
		must(json.Unmarshal([]byte(each.Body), &kind))
		shown := given{"kind": kind.RecordType, "metadata": kind.Metadata}
		switch kind.RecordType {
		case "Delivery":
			var event postmark.DeliveryEvent
			must(json.Unmarshal([]byte(each.Body), &event))
			shown["recipient"], shown["year"] = event.Recipient, event.DeliveredAt.Year()
		case "Bounce":
			var event postmark.BounceEvent
			must(json.Unmarshal([]byte(each.Body), &event))
			shown["recipient"], shown["type"], shown["year"] = event.Email, event.Type, event.BouncedAt.Year()
		}
		reported = append(reported, shown)
	}
	return given{"reported": reported}
}
