package main

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ses"
	older "github.com/aws/aws-sdk-go-v2/service/ses/types"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sesv2/types"
)

// sesHooks creates, lists, changes and removes event destinations, and leaves one.
func sesHooks(ctx context.Context, o order) given {
	client := o.ses(o.Access, o.Secret)
	set := aws.String("receipts")
	wanted := func(url string, kinds ...types.EventType) *types.EventDestinationDefinition {
		return &types.EventDestinationDefinition{Enabled: true, MatchingEventTypes: kinds, SnsDestination: &types.SnsDestination{TopicArn: aws.String(url)}}
	}
	create := func(name, url string, kinds ...types.EventType) error {
		_, err := client.CreateConfigurationSetEventDestination(ctx, &sesv2.CreateConfigurationSetEventDestinationInput{
			ConfigurationSetName: set, EventDestinationName: aws.String(name), EventDestination: wanted(url, kinds...),
		})
		return err
	}
	must(create("mine", o.URL, types.EventTypeSend, types.EventTypeDelivery, types.EventTypeBounce))
	must(create("other", o.URL, types.EventTypeBounce))
	sure(client.UpdateConfigurationSetEventDestination(ctx, &sesv2.UpdateConfigurationSetEventDestinationInput{
		ConfigurationSetName: set, EventDestinationName: aws.String("other"), EventDestination: wanted(o.URL, types.EventTypeComplaint),
	}))
	list := func() []given {
		shown := []given{}
		all := sure(client.GetConfigurationSetEventDestinations(ctx, &sesv2.GetConfigurationSetEventDestinationsInput{ConfigurationSetName: set}))
		for _, each := range all.EventDestinations {
			shown = append(shown, given{"name": aws.ToString(each.Name), "on": each.Enabled, "kinds": each.MatchingEventTypes})
		}
		return shown
	}
	both := list()
	remove := func() error {
		_, err := client.DeleteConfigurationSetEventDestination(ctx, &sesv2.DeleteConfigurationSetEventDestinationInput{
			ConfigurationSetName: set, EventDestinationName: aws.String("other"),
		})
		return err
	}
	must(remove())
	return given{
		"both": both, "left": list(), "gone": sesRefusal(remove()),
		"again": sesRefusal(create("mine", o.URL, types.EventTypeSend)), "inside": sesRefusal(create("inside", "https://10.0.0.1/", types.EventTypeSend)),
	}
}

// sesLists changes the suppression list and reads all its pages; it also reads quota and domains.
func sesLists(ctx context.Context, o order) given {
	client := o.ses(o.Access, o.Secret)
	for _, address := range []string{"s1@lists.test", "s2@lists.test", "s3@lists.test"} {
		sure(client.PutSuppressedDestination(ctx, &sesv2.PutSuppressedDestinationInput{
			EmailAddress: aws.String(address), Reason: types.SuppressionListReasonComplaint,
		}))
	}
	read := sure(client.GetSuppressedDestination(ctx, &sesv2.GetSuppressedDestinationInput{EmailAddress: aws.String("s1@lists.test")}))
	listed, count := []string{}, 0
	pages := sesv2.NewListSuppressedDestinationsPaginator(client, &sesv2.ListSuppressedDestinationsInput{PageSize: aws.Int32(2)})
	for ; pages.HasMorePages(); count++ {
		for _, each := range sure(pages.NextPage(ctx)).SuppressedDestinationSummaries {
			listed = append(listed, aws.ToString(each.EmailAddress))
		}
	}
	sure(client.DeleteSuppressedDestination(ctx, &sesv2.DeleteSuppressedDestinationInput{EmailAddress: aws.String("s1@lists.test")}))
	_, gone := client.GetSuppressedDestination(ctx, &sesv2.GetSuppressedDestinationInput{EmailAddress: aws.String("s1@lists.test")})
	domains := []string{}
	identities := sesv2.NewListEmailIdentitiesPaginator(client, &sesv2.ListEmailIdentitiesInput{})
	for identities.HasMorePages() {
		for _, each := range sure(identities.NextPage(ctx)).EmailIdentities {
			domains = append(domains, aws.ToString(each.IdentityName))
		}
	}
	account := sure(client.GetAccount(ctx, &sesv2.GetAccountInput{}))
	_, missing := client.GetEmailTemplate(ctx, &sesv2.GetEmailTemplateInput{TemplateName: aws.String("welcome")})
	return given{
		"read": read.SuppressedDestination.Reason, "listed": listed, "pages": count, "gone": sesRefusal(gone), "domains": domains,
		"sending": account.SendingEnabled, "quota": account.SendQuota.Max24HourSend != 0, "missing": sesRefusal(missing),
	}
}

// sesOlder sends and reads with API v1.
func sesOlder(ctx context.Context, o order) given {
	client := o.olderSes()
	words := func(text string) *older.Content { return &older.Content{Data: aws.String(text)} }
	mail := func(from string) *ses.SendEmailInput {
		return &ses.SendEmailInput{
			Source: aws.String(from), Destination: &older.Destination{ToAddresses: []string{"older-ses@go.test"}},
			Message: &older.Message{Subject: words("Grüße"), Body: &older.Body{Text: words("In words")}},
		}
	}
	text := "From: " + o.from() + "\r\nTo: older-mime-ses@go.test\r\nSubject: In MIME\r\n\r\nWords of MIME\r\n"
	raw := sure(client.SendRawEmail(ctx, &ses.SendRawEmailInput{RawMessage: &older.RawMessage{Data: []byte(text)}}))
	_, sender := client.SendEmail(ctx, mail("shop@elsewhere.test"))
	_, template := client.SendTemplatedEmail(ctx, &ses.SendTemplatedEmailInput{
		Source: aws.String(o.from()), Destination: &older.Destination{ToAddresses: []string{"a@go.test"}}, Template: aws.String("welcome"), TemplateData: aws.String("{}"),
	})
	o.Secret = "wrong"
	_, secret := o.olderSes().SendEmail(ctx, mail(o.from()))
	return given{
		"one":     aws.ToString(sure(client.SendEmail(ctx, mail(o.from()))).MessageId) != "",
		"raw":     aws.ToString(raw.MessageId) != "",
		"quota":   sure(client.GetSendQuota(ctx, &ses.GetSendQuotaInput{})).Max24HourSend != 0,
		"domains": sure(client.ListIdentities(ctx, &ses.ListIdentitiesInput{})).Identities,
		"refused": given{"sender": sesRefusal(sender), "template": sesRefusal(template), "secret": sesRefusal(secret)},
	}
}
