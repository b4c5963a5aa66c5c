package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/ses"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sesv2/types"
	"github.com/aws/smithy-go"
)

var sesTasks = map[string]task{
	"bases": sesBases,
	"hooks": sesHooks,
	"lists": sesLists,
	"older": sesOlder,
	"send":  sesSend,
}

func (o order) ses(access, secret string) *sesv2.Client {
	return sesv2.New(sesv2.Options{
		BaseEndpoint: aws.String(o.Base), Region: "eu-west-1", Credentials: credentials.NewStaticCredentialsProvider(access, secret, ""),
	})
}

func (o order) olderSes() *ses.Client {
	return ses.New(ses.Options{
		BaseEndpoint: aws.String(o.Base), Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider(o.Access, o.Secret, ""),
	})
}

// sesRefusal returns the name of the error, its message, and whether the client has a type for it.
func sesRefusal(err error) given {
	var refused smithy.APIError
	if !errors.As(err, &refused) {
		return given{"unlike": fmt.Sprint(err)}
	}
	_, untyped := refused.(*smithy.GenericAPIError)
	return given{"code": refused.ErrorCode(), "message": refused.ErrorMessage(), "typed": !untyped}
}

func content(words string) *types.Content { return &types.Content{Data: aws.String(words)} }

func (o order) sesMail(to string) *sesv2.SendEmailInput {
	return &sesv2.SendEmailInput{
		FromEmailAddress: aws.String("Shop <" + o.from() + ">"),
		Destination:      &types.Destination{ToAddresses: []string{to}},
		Content: &types.EmailContent{Simple: &types.Message{
			Subject: content("Grüße <1>"), Body: &types.Body{Text: content("In words"), Html: content("<p>In HTML</p>")},
		}},
	}
}

func sesSend(ctx context.Context, o order) given {
	client := o.ses(o.Access, o.Secret)
	one := o.sesMail("ses@go.test")
	one.Destination.CcAddresses, one.Destination.BccAddresses = []string{"copy-ses@go.test"}, []string{"blind-ses@go.test"}
	one.ReplyToAddresses = []string{"answers@go.test"}
	one.Content.Simple.Headers = []types.MessageHeader{{Name: aws.String("X-Order"), Value: aws.String("17")}}
	one.EmailTags = []types.MessageTag{{Name: aws.String("order"), Value: aws.String("17")}}
	one.ConfigurationSetName = aws.String("receipts")
	text := "From: " + o.from() + "\r\nTo: mime-ses@go.test\r\nSubject: In MIME\r\n\r\nWords of MIME\r\n"
	raw := &sesv2.SendEmailInput{Content: &types.EmailContent{Raw: &types.RawMessage{Data: []byte(text)}}}
	return given{
		"one":     aws.ToString(sure(client.SendEmail(ctx, one)).MessageId),
		"raw":     aws.ToString(sure(client.SendEmail(ctx, raw)).MessageId),
		"bulk":    sesBulk(ctx, o),
		"refused": sesRefusals(ctx, o),
	}
}

// sesBulk sends to three recipients, of which one lacks a template value.
func sesBulk(ctx context.Context, o order) []given {
	entries := []types.BulkEmailEntry{}
	for to, data := range map[string]string{"ada": `{"name":"ADA"}`, "gone": `{"name":"GONE"}`, "lacking": `{}`} {
		entries = append(entries, types.BulkEmailEntry{
			Destination:             &types.Destination{ToAddresses: []string{to + "-ses@go.test"}},
			ReplacementEmailContent: &types.ReplacementEmailContent{ReplacementTemplate: &types.ReplacementTemplate{ReplacementTemplateData: aws.String(data)}},
		})
	}
	template := &types.Template{
		TemplateContent: &types.EmailTemplateContent{Subject: aws.String("For {{name}}"), Text: aws.String("Dear {{name}}")},
		TemplateData:    aws.String(`{}`),
	}
	sent := sure(o.ses(o.Access, o.Secret).SendBulkEmail(ctx, &sesv2.SendBulkEmailInput{
		FromEmailAddress: aws.String(o.from()), ConfigurationSetName: aws.String("receipts"),
		DefaultContent: &types.BulkEmailContent{Template: template}, BulkEmailEntries: entries,
	}))
	results := []given{}
	for at, each := range sent.BulkEmailEntryResults {
		to := entries[at].Destination.ToAddresses[0]
		results = append(results, given{"to": to, "status": each.Status, "id": aws.ToString(each.MessageId) != ""})
	}
	return results
}

func sesRefusals(ctx context.Context, o order) given {
	refusal := func(access, secret string, change func(*sesv2.SendEmailInput)) given {
		mail := o.sesMail("refused@go.test")
		change(mail)
		_, err := o.ses(access, secret).SendEmail(ctx, mail)
		return sesRefusal(err)
	}
	changed := func(change func(*sesv2.SendEmailInput)) given { return refusal(o.Access, o.Secret, change) }
	same := func(*sesv2.SendEmailInput) {}
	return given{
		"key":       refusal("AKIAIOSFODNN7EXAMPLE", o.Secret, same),
		"recipient": changed(func(m *sesv2.SendEmailInput) { m.Destination.ToAddresses = []string{"nobody"} }),
		"secret":    refusal(o.Access, "wrong", same),
		"sender":    changed(func(m *sesv2.SendEmailInput) { m.FromEmailAddress = aws.String("shop@elsewhere.test") }),
		"template": changed(func(m *sesv2.SendEmailInput) {
			m.Content = &types.EmailContent{Template: &types.Template{TemplateName: aws.String("welcome"), TemplateData: aws.String("{}")}}
		}),
	}
}

func sesBases(ctx context.Context, o order) given {
	sent := given{}
	for _, base := range o.Bases {
		o.Base = base
		_, err := o.ses(o.Access, o.Secret).SendEmail(ctx, o.sesMail("based@go.test"))
		_, older := o.olderSes().GetSendQuota(ctx, &ses.GetSendQuotaInput{})
		sent[base] = err == nil && older == nil
	}
	return sent
}
