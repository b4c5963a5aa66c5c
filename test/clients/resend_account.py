"""Calls every operation of Resend's Python client. Prints the results, and the names of all operations, as JSON."""

import inspect
import json
import sys

import resend

resend.api_url, resend.api_key, domain = sys.argv[1:4]
results = {}
called = set()


def call(name, *args, **fields):
    """Calls an operation such as `Contacts.create`. Records the result, or the message of the error."""
    target = resend
    for part in name.split('.'):
        target = getattr(target, part)
    called.add(target.__func__)
    try:
        given = target(*args, **fields)
        # The headers of the response are not part of the object.
        result = {key: value for key, value in given.items() if key not in ('headers', 'http_headers')}
    except Exception as error:
        result = {'error': str(error)}
    results.setdefault(name, []).append(result)
    return result


def operations(owner, prefix):
    """Returns the operations of a class and of the classes inside it, by name."""
    found = {}
    for name, value in inspect.getmembers(owner):
        if name.startswith('_') or name.endswith('_async'):
            continue
        if inspect.ismethod(value):
            found[f'{prefix}.{name}'] = value.__func__
        elif inspect.isclass(value) and value.__module__.startswith('resend.'):
            found.update(operations(value, f'{prefix}.{name}'))
    return found


def not_called():
    """Returns the names of the operations that were not called. Some classes have several names."""
    names = {}
    for name, owner in inspect.getmembers(resend, inspect.isclass):
        for operation, function in operations(owner, name).items():
            names.setdefault(function, operation)
    return sorted(name for function, name in names.items() if function not in called)


# Segments and audiences, which are the same.
segment = call('Segments.create', {'name': 'Readers'})['id']
call('Segments.get', segment)
call('Segments.list', {'limit': 10})
call('Segments.update', segment, {'name': 'All readers'})
audience = call('Audiences.create', {'name': 'Old readers'})['id']
call('Audiences.get', audience)
call('Audiences.list')

# Contact properties, topics, and contacts.
prop = call('ContactProperties.create', {'key': 'city', 'type': 'string'})['id']
call('ContactProperties.get', prop)
call('ContactProperties.list')
call('ContactProperties.update', {'id': prop, 'fallback_value': 'here'})
topic = call('Topics.create', {'name': 'News', 'default_subscription': 'opt_in', 'description': 'Weekly'})['id']
call('Topics.get', topic)
call('Topics.list')
call('Topics.update', topic, {'name': 'Weekly news'})
contact = call(
    'Contacts.create',
    {'email': 'ann@x.test', 'first_name': 'Ann', 'properties': {'city': 'Ghent'}, 'segments': [{'id': segment}]},
)['id']
call('Contacts.create', {'audience_id': audience, 'email': 'bob@x.test'})
call('Contacts.list', audience_id=audience)
call('Contacts.get', id=contact)
call('Contacts.get', email='ann@x.test')
call('Contacts.list')
call('Contacts.list', segment_id=segment)
call('Contacts.update', {'id': contact, 'last_name': 'Lee'})
call('Contacts.update', {'email': 'ann@x.test', 'properties': {'city': 'Bonn'}})
call('Contacts.get', id=contact)
call('Contacts.Topics.update', {'id': contact, 'topics': [{'id': topic, 'subscription': 'opt_out'}]})
call('Contacts.Topics.list', contact_id=contact)
call('Contacts.Segments.add', {'contact_id': contact, 'segment_id': audience})
call('Contacts.Segments.list', {'contact_id': contact})
call('Contacts.Segments.remove', {'email': 'ann@x.test', 'segment_id': audience})
call('Contacts.Imports.create', {'file': b'email\nx@x.test\n'})
call('Contacts.Imports.get', 'x')
call('Contacts.Imports.list')

# Templates and emails.
content = {'subject': 'Order {{{ORDER}}}', 'html': '<p>{{{NAME}}}, {{{ORDER}}}</p>'}
variables = [{'key': 'NAME', 'type': 'string', 'fallback_value': 'you'}, {'key': 'ORDER', 'type': 'number'}]
template = call('Templates.create', {'name': 'Order', 'alias': 'order', **content, 'variables': variables})['id']
call('Templates.get', 'order')
call('Templates.list')
call('Templates.update', {'id': template, 'name': 'Your order'})
call('Templates.publish', template)
copy = call('Templates.duplicate', template)['id']
call('Templates.remove', copy)
mail = {'from': 'Shop <shop@%s>' % domain, 'to': ['reader@x.test']}
email = call('Emails.send', {**mail, 'template': {'id': 'order', 'variables': {'ORDER': 17}}})['id']
call('Emails.get', email)
call('Emails.list')
call('Emails.cancel', email)
call('Emails.update', {'id': email, 'scheduled_at': '2099-01-01T00:00:00Z'})
call('Emails.share', email)
call('Emails.metrics')
call('Emails.Attachments.list', email)
call('Emails.Attachments.get', email, 'x')
call('Emails.Receiving.list')
call('Emails.Receiving.get', 'x')
call('Emails.Receiving.Attachments.list', 'x')
call('Emails.Receiving.Attachments.get', 'x', 'y')
call('Batch.send', [{**mail, 'subject': 'One', 'text': '1'}, {**mail, 'subject': 'Two', 'text': '2'}])

# Broadcasts.
news = {
    'name': 'November',
    'segment_id': segment,
    'from': 'News <news@%s>' % domain,
    'subject': 'News',
    'html': '<p>News</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Unsubscribe</a>',
}
broadcast = call('Broadcasts.create', news)['id']
call('Broadcasts.update', {'broadcast_id': broadcast, 'subject': 'More news'})
call('Broadcasts.get', broadcast)
call('Broadcasts.list')
copy = call('Broadcasts.duplicate', broadcast)['id']
call('Broadcasts.remove', copy)
call('Broadcasts.send', {'broadcast_id': broadcast, 'scheduled_at': '2099-01-01T08:00:00Z'})
call('Broadcasts.cancel', broadcast)
call('Broadcasts.recipients', broadcast, {'type': 'opened'})
call('Broadcasts.clicked_links', broadcast)

# Domains, API keys, webhooks, suppressions, and events.
added = call('Domains.create', {'name': 'other.%s' % domain})['id']
call('Domains.get', added)
call('Domains.list')
call('Domains.update', {'id': added, 'open_tracking': True})
call('Domains.verify', added)
call('Domains.remove', added)
for name, args in (('create', [{'name': domain}]), ('get', [added]), ('verify', [added])):
    call('Domains.Claims.' + name, *args)
key = call('ApiKeys.create', {'name': 'Python', 'permission': 'sending_access'})['id']
call('ApiKeys.update', {'id': key, 'name': 'Python 3'})
call('ApiKeys.list')
call('ApiKeys.remove', key)
webhook = call('Webhooks.create', {'endpoint': 'https://hooks.example/', 'events': ['email.sent']})['id']
call('Webhooks.get', webhook)
call('Webhooks.list')
call('Webhooks.update', {'webhook_id': webhook, 'events': ['email.sent', 'email.delivered']})
call('Webhooks.rotate_signing_secret', webhook)
call('Webhooks.list_events', webhook)
call('Webhooks.get_event', webhook, 'x')
call('Webhooks.replay_event', webhook, 'x')
call('Webhooks.list_event_attempts', webhook, 'x')
call('Webhooks.remove', webhook)
call('Suppressions.add', {'email': 'no@x.test'})
call('Suppressions.get', 'no@x.test')
call('Suppressions.list')
call('Suppressions.remove', 'no@x.test')
call('Suppressions.Batch.add', {'emails': ['a@x.test', 'b@x.test']})
call('Suppressions.Batch.remove', {'emails': ['a@x.test', 'b@x.test']})
call('Events.send', {'event': 'order.paid', 'contact_id': contact, 'payload': {'total': 3}})

# Removals.
call('Contacts.remove', email='ann@x.test')
call('Contacts.get', id=contact)
call('Topics.remove', topic)
call('ContactProperties.remove', prop)
call('Audiences.remove', audience)
call('Segments.remove', segment)

print(json.dumps({'results': results, 'not_called': not_called()}, default=str))
