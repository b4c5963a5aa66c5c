package main

import (
	"context"

	"github.com/mailgun/mailgun-go/v4"
)

// mailgunHooks creates, reads, changes and removes webhooks, and leaves two.
func mailgunHooks(ctx context.Context, o order) given {
	client := o.mailgun(o.Key, o.Domain)
	for _, kind := range []string{"delivered", "permanent_fail", "opened"} {
		must(client.CreateWebhook(ctx, kind, []string{o.URL}))
	}
	again := mailgunRefusal(client.CreateWebhook(ctx, "delivered", []string{o.URL}))
	must(client.UpdateWebhook(ctx, "opened", []string{o.URL + "/1", o.URL + "/2"}))
	opened := sure(client.GetWebhook(ctx, "opened"))
	all := sure(client.ListWebhooks(ctx))
	must(client.DeleteWebhook(ctx, "opened"))
	_, err := client.GetWebhook(ctx, "opened")
	inside := mailgunRefusal(client.CreateWebhook(ctx, "clicked", []string{"https://10.0.0.1/"}))
	return given{"again": again, "opened": opened, "kinds": len(all), "gone": mailgunRefusal(err), "inside": inside}
}

// mailgunLists adds addresses to each suppression list, finds them, and removes them; it also reads domains.
func mailgunLists(ctx context.Context, o order) given {
	client := o.mailgun(o.Key, o.Domain)
	must(client.AddBounce(ctx, "b1@lists.test", "550", "no such user"))
	must(client.AddBounce(ctx, "b2@lists.test", "550", "no such user"))
	must(client.CreateComplaint(ctx, "c1@lists.test"))
	must(client.CreateComplaints(ctx, []string{"c2@lists.test", "c3@lists.test"}))
	must(client.CreateUnsubscribe(ctx, "u1@lists.test", "*"))
	must(client.CreateUnsubscribes(ctx, []mailgun.Unsubscribe{{Address: "u2@lists.test", Tags: []string{"*"}}}))
	bounce := sure(client.GetBounce(ctx, "b1@lists.test"))
	complaint := sure(client.GetComplaint(ctx, "c2@lists.test"))
	unsubscribe := sure(client.GetUnsubscribe(ctx, "u2@lists.test"))
	listed := mailgunListed(ctx, client)
	must(client.DeleteBounce(ctx, "b1@lists.test"))
	must(client.DeleteComplaint(ctx, "c2@lists.test"))
	must(client.DeleteUnsubscribe(ctx, "u2@lists.test"))
	_, noBounce := client.GetBounce(ctx, "b1@lists.test")
	_, noComplaint := client.GetComplaint(ctx, "c2@lists.test")
	_, noUnsubscribe := client.GetUnsubscribe(ctx, "u2@lists.test")
	domain := sure(client.GetDomain(ctx, o.Domain))
	_, noDomain := client.GetDomain(ctx, "nobody.test")
	var domains []mailgun.Domain
	every := client.ListDomains(&mailgun.ListOptions{Limit: 10})
	every.Next(ctx, &domains)
	must(every.Err())
	return given{
		"read":   []string{bounce.Address, complaint.Address, unsubscribe.Address},
		"listed": listed,
		"gone":   []given{mailgunRefusal(noBounce), mailgunRefusal(noComplaint), mailgunRefusal(noUnsubscribe)},
		"domain": given{"name": domain.Domain.Name, "state": domain.Domain.State, "records": len(domain.SendingDNSRecords)},
		"all":    len(domains), "nobody": mailgunRefusal(noDomain),
	}
}

// mailgunListed returns the addresses on all pages of each list.
func mailgunListed(ctx context.Context, client *mailgun.MailgunImpl) given {
	bounced, complained, unsubscribed := []string{}, []string{}, []string{}
	var bounces []mailgun.Bounce
	for pages := client.ListBounces(&mailgun.ListOptions{Limit: 1}); pages.Next(ctx, &bounces); must(pages.Err()) {
		for _, each := range bounces {
			bounced = append(bounced, each.Address)
		}
	}
	var complaints []mailgun.Complaint
	for pages := client.ListComplaints(&mailgun.ListOptions{Limit: 2}); pages.Next(ctx, &complaints); must(pages.Err()) {
		for _, each := range complaints {
			complained = append(complained, each.Address)
		}
	}
	var unsubscribes []mailgun.Unsubscribe
	for pages := client.ListUnsubscribes(nil); pages.Next(ctx, &unsubscribes); must(pages.Err()) {
		for _, each := range unsubscribes {
			unsubscribed = append(unsubscribed, each.Address)
		}
	}
	return given{"bounces": bounced, "complaints": complained, "unsubscribes": unsubscribed}
}
