package main

import (
	"context"
	"encoding/json"
	"net/url"
	"reflect"
	"sort"
	"strings"

	"github.com/resend/resend-go/v3"
)

var resendTasks = map[string]task{"account": resendAccount}

// resendCalls records the results of the operations of Resend's Go client.
type resendCalls struct {
	results map[string][]any
}

// keep records the result of an operation, such as `Contacts.Create`, or the message of its error. It returns the ID in the
// result.
func (c *resendCalls) keep(name string, value any, err error) string {
	var result map[string]any
	if err != nil {
		result = map[string]any{"error": err.Error()}
	} else if flag, ok := value.(bool); ok {
		result = map[string]any{"ok": flag}
	} else {
		must(json.Unmarshal(sure(json.Marshal(value)), &result))
		// Some objects of the client have a field for errors that is never set.
		delete(result, "error")
	}
	c.results[name] = append(c.results[name], result)
	id, _ := result["id"].(string)
	return id
}

// keep returns a function that records the results of an operation.
func keep[T any](c *resendCalls, name string) func(T, error) string {
	return func(value T, err error) string { return c.keep(name, value, err) }
}

// resendOperations returns the names of all operations. Variants of an operation with more parameters are left out.
func resendOperations(value reflect.Value, prefix string) []string {
	found := []string{}
	for index := 0; index < value.NumMethod(); index++ {
		name := value.Type().Method(index).Name
		if strings.HasSuffix(name, "WithContext") || strings.HasSuffix(name, "WithOptions") {
			continue
		}
		found = append(found, prefix+name)
	}
	for value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface {
		value = value.Elem()
	}
	for index := 0; index < value.NumField(); index++ {
		field := value.Type().Field(index)
		if field.IsExported() && (field.Type.Kind() == reflect.Pointer || field.Type.Kind() == reflect.Interface) {
			found = append(found, resendOperations(value.Field(index), prefix+field.Name+".")...)
		}
	}
	return found
}

// resendAccount calls every operation.
func resendAccount(_ context.Context, o order) given {
	client := resend.NewClient(o.Key)
	client.BaseURL = sure(url.Parse(o.Base))
	calls := &resendCalls{results: map[string][]any{}}
	o.resendContacts(client, calls)
	o.resendEmails(client, calls)
	o.resendSettings(client, calls)
	operations := []string{}
	services := reflect.ValueOf(client).Elem()
	for index := 0; index < services.NumField(); index++ {
		field := services.Type().Field(index)
		if !field.IsExported() || field.Type == reflect.TypeOf(client.BaseURL) || field.Type.Kind() == reflect.String {
			continue
		}
		operations = append(operations, resendOperations(services.Field(index), field.Name+".")...)
	}
	sort.Strings(operations)
	return given{"results": calls.results, "operations": operations}
}

func (o order) resendContacts(client *resend.Client, c *resendCalls) {
	segment := keep[resend.CreateSegmentResponse](c, "Segments.Create")(client.Segments.Create(&resend.CreateSegmentRequest{Name: "Readers"}))
	keep[resend.Segment](c, "Segments.Get")(client.Segments.Get(segment))
	keep[resend.ListSegmentsResponse](c, "Segments.List")(client.Segments.List())
	audience := keep[resend.CreateAudienceResponse](c, "Audiences.Create")(client.Audiences.Create(&resend.CreateAudienceRequest{Name: "Old readers"}))
	keep[resend.Audience](c, "Audiences.Get")(client.Audiences.Get(audience))
	keep[resend.ListAudiencesResponse](c, "Audiences.List")(client.Audiences.List())
	for name, properties := range map[string]resend.ContactPropertiesSvc{"ContactProperties": client.ContactProperties, "Contacts.Properties": client.Contacts.Properties} {
		key := strings.ToLower(strings.ReplaceAll(name, ".", "_"))
		property := keep[resend.CreateContactPropertyResponse](c, name+".Create")(properties.Create(&resend.CreateContactPropertyRequest{Key: key, Type: "string"}))
		keep[resend.ContactProperty](c, name+".Get")(properties.Get(property))
		keep[resend.ListContactPropertiesResponse](c, name+".List")(properties.List())
		keep[resend.UpdateContactPropertyResponse](c, name+".Update")(properties.Update(&resend.UpdateContactPropertyRequest{Id: property, FallbackValue: "here"}))
		keep[resend.RemoveContactPropertyResponse](c, name+".Remove")(properties.Remove(property))
	}
	topic := keep[*resend.CreateTopicResponse](c, "Topics.Create")(client.Topics.Create(&resend.CreateTopicRequest{Name: "News", DefaultSubscription: "opt_in", Description: "Weekly"}))
	keep[*resend.Topic](c, "Topics.Get")(client.Topics.Get(topic))
	keep[*resend.ListTopicsResponse](c, "Topics.List")(client.Topics.List(nil))
	keep[*resend.UpdateTopicResponse](c, "Topics.Update")(client.Topics.Update(topic, &resend.UpdateTopicRequest{Name: "Weekly news"}))
	contact := keep[resend.CreateContactResponse](c, "Contacts.Create")(client.Contacts.Create(&resend.CreateContactRequest{Email: "ann@x.test", FirstName: "Ann"}))
	keep[resend.Contact](c, "Contacts.Get")(client.Contacts.Get(&resend.GetContactOptions{Id: contact}))
	keep[resend.ListContactsResponse](c, "Contacts.List")(client.Contacts.List(&resend.ListContactsOptions{}))
	keep[resend.UpdateContactResponse](c, "Contacts.Update")(client.Contacts.Update(&resend.UpdateContactRequest{Id: contact, LastName: "Lee"}))
	keep[resend.UpdateContactResponse](c, "Contacts.Update")(client.Contacts.Update(&resend.UpdateContactRequest{Email: "ann@x.test", FirstName: "Anna"}))
	keep[resend.UpdateContactTopicsResponse](c, "Contacts.Topics.Update")(client.Contacts.Topics.Update(&resend.UpdateContactTopicsRequest{Id: contact, Topics: []resend.TopicSubscriptionUpdate{{Id: topic, Subscription: "opt_out"}}}))
	keep[resend.ListContactTopicsResponse](c, "Contacts.Topics.List")(client.Contacts.Topics.List(contact))
	keep[resend.AddContactSegmentResponse](c, "Contacts.Segments.Add")(client.Contacts.Segments.Add(&resend.AddContactSegmentRequest{ContactId: contact, SegmentId: segment}))
	keep[resend.ListContactSegmentsResponse](c, "Contacts.Segments.List")(client.Contacts.Segments.List(&resend.ListContactSegmentsRequest{ContactId: contact}))
	keep[resend.ListContactsResponse](c, "Contacts.List")(client.Contacts.List(&resend.ListContactsOptions{AudienceId: segment}))
	keep[resend.RemoveContactSegmentResponse](c, "Contacts.Segments.Remove")(client.Contacts.Segments.Remove(&resend.RemoveContactSegmentRequest{Email: "ann@x.test", SegmentId: segment}))
	o.resendBroadcasts(client, c, segment)
	keep[resend.RemoveContactResponse](c, "Contacts.Remove")(client.Contacts.Remove(&resend.RemoveContactOptions{Id: contact}))
	keep[resend.Contact](c, "Contacts.Get")(client.Contacts.Get(&resend.GetContactOptions{Id: contact}))
	keep[*resend.RemoveTopicResponse](c, "Topics.Remove")(client.Topics.Remove(topic))
	keep[resend.RemoveAudienceResponse](c, "Audiences.Remove")(client.Audiences.Remove(audience))
	keep[resend.RemoveSegmentResponse](c, "Segments.Remove")(client.Segments.Remove(segment))
}

func (o order) resendBroadcasts(client *resend.Client, c *resendCalls, segment string) {
	broadcast := keep[resend.CreateBroadcastResponse](c, "Broadcasts.Create")(client.Broadcasts.Create(&resend.CreateBroadcastRequest{
		Name: "November", SegmentId: segment, From: "News <news@" + o.Domain + ">", Subject: "News",
		Html: `<p>News</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Unsubscribe</a>`,
	}))
	keep[resend.UpdateBroadcastResponse](c, "Broadcasts.Update")(client.Broadcasts.Update(&resend.UpdateBroadcastRequest{BroadcastId: broadcast, Subject: "More news"}))
	keep[resend.Broadcast](c, "Broadcasts.Get")(client.Broadcasts.Get(broadcast))
	keep[resend.ListBroadcastsResponse](c, "Broadcasts.List")(client.Broadcasts.List())
	keep[resend.SendBroadcastResponse](c, "Broadcasts.Send")(client.Broadcasts.Send(&resend.SendBroadcastRequest{BroadcastId: broadcast, ScheduledAt: "2099-01-01T08:00:00Z"}))
	keep[resend.Broadcast](c, "Broadcasts.Get")(client.Broadcasts.Get(broadcast))
	keep[resend.RemoveBroadcastResponse](c, "Broadcasts.Remove")(client.Broadcasts.Remove(broadcast))
}

func (o order) resendEmails(client *resend.Client, c *resendCalls) {
	template := keep[*resend.CreateTemplateResponse](c, "Templates.Create")(client.Templates.Create(&resend.CreateTemplateRequest{
		Name: "Order", Alias: "order", Subject: "Order {{{ORDER}}}", Html: "<p>{{{NAME}}}, {{{ORDER}}}</p>",
		Variables: []*resend.TemplateVariable{{Key: "NAME", Type: "string", FallbackValue: "you"}, {Key: "ORDER", Type: "number"}},
	}))
	keep[*resend.Template](c, "Templates.Get")(client.Templates.Get("order"))
	keep[*resend.ListTemplatesResponse](c, "Templates.List")(client.Templates.List(nil))
	keep[*resend.PublishTemplateResponse](c, "Templates.Publish")(client.Templates.Publish(template))
	copied := keep[*resend.DuplicateTemplateResponse](c, "Templates.Duplicate")(client.Templates.Duplicate(template))
	keep[*resend.UpdateTemplateResponse](c, "Templates.Update")(client.Templates.Update(copied, &resend.UpdateTemplateRequest{Name: "Copy", Html: "<p>Copy</p>"}))
	keep[*resend.RemoveTemplateResponse](c, "Templates.Remove")(client.Templates.Remove(copied))
	mail := resend.SendEmailRequest{From: "Shop <" + o.from() + ">", To: []string{"reader@x.test"}}
	templated := mail
	templated.Template = &resend.EmailTemplate{Id: "order", Variables: map[string]any{"ORDER": 17}}
	email := keep[*resend.SendEmailResponse](c, "Emails.Send")(client.Emails.Send(&templated))
	keep[*resend.Email](c, "Emails.Get")(client.Emails.Get(email))
	keep[resend.ListEmailsResponse](c, "Emails.List")(client.Emails.List())
	keep[*resend.CancelScheduledEmailResponse](c, "Emails.Cancel")(client.Emails.Cancel(email))
	keep[*resend.UpdateEmailResponse](c, "Emails.Update")(client.Emails.Update(&resend.UpdateEmailRequest{Id: email, ScheduledAt: "2099-01-01T00:00:00Z"}))
	keep[resend.ListEmailAttachmentsResponse](c, "Emails.ListAttachments")(client.Emails.ListAttachments(email))
	keep[*resend.EmailAttachment](c, "Emails.GetAttachment")(client.Emails.GetAttachment(email, "x"))
	keep[resend.ListReceivedEmailsResponse](c, "Emails.Receiving.List")(client.Emails.Receiving.List())
	keep[*resend.ReceivedEmail](c, "Emails.Receiving.Get")(client.Emails.Receiving.Get("x"))
	keep[resend.ListEmailAttachmentsResponse](c, "Emails.Receiving.ListAttachments")(client.Emails.Receiving.ListAttachments("x"))
	keep[*resend.EmailAttachment](c, "Emails.Receiving.GetAttachment")(client.Emails.Receiving.GetAttachment("x", "y"))
	one, two := mail, mail
	one.Subject, one.Text = "One", "1"
	two.Subject, two.Text = "Two", "2"
	keep[*resend.BatchEmailResponse](c, "Batch.Send")(client.Batch.Send([]*resend.SendEmailRequest{&one, &two}))
}

func (o order) resendSettings(client *resend.Client, c *resendCalls) {
	domain := keep[resend.CreateDomainResponse](c, "Domains.Create")(client.Domains.Create(&resend.CreateDomainRequest{Name: "other." + o.Domain}))
	keep[resend.Domain](c, "Domains.Get")(client.Domains.Get(domain))
	keep[resend.ListDomainsResponse](c, "Domains.List")(client.Domains.List())
	keep[resend.Domain](c, "Domains.Update")(client.Domains.Update(domain, &resend.UpdateDomainRequest{OpenTracking: true}))
	keep[bool](c, "Domains.Verify")(client.Domains.Verify(domain))
	keep[bool](c, "Domains.Remove")(client.Domains.Remove(domain))
	key := keep[resend.CreateApiKeyResponse](c, "ApiKeys.Create")(client.ApiKeys.Create(&resend.CreateApiKeyRequest{Name: "Go", Permission: "sending_access"}))
	keep[resend.ListApiKeysResponse](c, "ApiKeys.List")(client.ApiKeys.List())
	keep[bool](c, "ApiKeys.Remove")(client.ApiKeys.Remove(key))
	events := []string{"email.sent"}
	webhook := keep[*resend.CreateWebhookResponse](c, "Webhooks.Create")(client.Webhooks.Create(&resend.CreateWebhookRequest{Endpoint: "https://hooks.example/", Events: events}))
	keep[*resend.Webhook](c, "Webhooks.Get")(client.Webhooks.Get(webhook))
	keep[*resend.ListWebhooksResponse](c, "Webhooks.List")(client.Webhooks.List())
	keep[*resend.UpdateWebhookResponse](c, "Webhooks.Update")(client.Webhooks.Update(webhook, &resend.UpdateWebhookRequest{Events: append(events, "email.delivered")}))
	keep[*resend.DeleteWebhookResponse](c, "Webhooks.Remove")(client.Webhooks.Remove(webhook))
}
