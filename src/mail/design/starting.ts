import {
  ACCOUNT_NAME,
  type Block,
  button,
  CENTER,
  columns,
  footer,
  GREETING,
  heading,
  link,
  list,
  masthead,
  paragraph,
  RULE,
  section,
  spacer,
  tag,
  words,
} from './blocks.ts';

/** A design that a new email can start with. */
export interface StartingDesign {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly subject: string;
  readonly preview_text: string;
  readonly design: Block;
}

const newsletter: StartingDesign = {
  key: 'newsletter',
  name: 'Newsletter',
  description: 'One main story and two short stories.',
  subject: 'What’s new this month',
  preview_text: 'One story to read, and two things to try.',
  design: {
    type: 'doc',
    attrs: { background: '#eef2f7', text: '#1f2937', accent: '#1d4ed8', radius: 12 },
    content: [
      masthead(),
      heading(1, 'This month’s story in one line'),
      GREETING,
      paragraph('Start with the one thing that your readers should remember. Two or three sentences are enough.', {
        size: 'large',
      }),
      paragraph('Then give the details: what happened, why it matters to your readers, and what they can do now.'),
      button('Read the whole story'),
      spacer(16),
      section(
        { background: '#f5f8fc', padding: 24 },
        columns(
          [
            heading(2, 'A shorter story'),
            paragraph('Two sentences that make your readers curious about the page behind the link.'),
            paragraph([link('Read more')]),
          ],
          [
            heading(2, 'Another story'),
            paragraph('A tip, a number, or a question from a reader with your answer.'),
            paragraph([link('Read more')]),
          ],
        ),
      ),
      spacer(24),
      { type: 'blockquote', content: [paragraph('A sentence from a reader or customer that you want to share.')] },
      ...footer(),
    ],
  },
};

const announcement: StartingDesign = {
  key: 'announcement',
  name: 'Announcement',
  description: 'One message with a strong headline and one button.',
  subject: 'We have news',
  preview_text: 'The most important fact in one sentence.',
  design: {
    type: 'doc',
    attrs: { background: '#f1effa', text: '#221c35', accent: '#5b21b6', radius: 16 },
    content: [
      section(
        { background: '#2e1065', padding: 40 },
        masthead(CENTER),
        heading(1, 'Your big news in a few words', CENTER),
        paragraph('One sentence that says what changes for your readers.', { size: 'large', ...CENTER }),
        button('See what’s new', { background: '#ffffff', color: '#2e1065', ...CENTER }),
      ),
      spacer(32),
      GREETING,
      paragraph('Explain the news in your own words: what it is, when it takes effect, and who benefits from it.'),
      paragraph('If your readers need to do something, say it here, with a date.'),
      paragraph([words('Questions? Reply to this email.', 'bold')]),
      spacer(8),
      ...footer(),
    ],
  },
};

const feature = (name: string, text: string): readonly Block[] => [
  heading(3, name),
  paragraph(text),
  paragraph([link('How it works')]),
];

const productUpdate: StartingDesign = {
  key: 'product-update',
  name: 'Product update',
  description: 'New features, improvements, and fixes.',
  subject: 'New in our product: three improvements',
  preview_text: 'What you can do now that you couldn’t do last month.',
  design: {
    type: 'doc',
    attrs: { background: '#ecf3f0', text: '#16302a', accent: '#047857', radius: 12 },
    content: [
      masthead(),
      heading(1, 'What you can do now'),
      paragraph('What you worked on, and why.', { size: 'large' }),
      section(
        { background: '#e6f4ee', padding: 24 },
        heading(2, 'The most important new feature'),
        paragraph('Describe the problem that the feature solves, and the first step to use the feature.'),
        button('Try it now'),
      ),
      spacer(24),
      columns(
        feature('Second feature', 'What it does, in one or two sentences.'),
        feature('Third feature', 'What it does, in one or two sentences.'),
      ),
      RULE,
      heading(3, 'Also improved'),
      list(
        'bulletList',
        [words('A fix that customers asked for')],
        [words('Something that is faster than before')],
        [words('A small change that saves a click')],
      ),
      ...footer(),
    ],
  },
};

const fact = (name: string, value: string): readonly Block[] => [
  paragraph([words(name), { type: 'hardBreak' }, words(value, 'bold')], { size: 'large', ...CENTER }),
];

const event: StartingDesign = {
  key: 'event',
  name: 'Event',
  description: 'An invitation with date, time, and place.',
  subject: 'You’re invited',
  preview_text: 'Save the date, and bring a friend.',
  design: {
    type: 'doc',
    attrs: { background: '#faf1e6', text: '#33261a', accent: '#9a3412', font: 'serif', radius: 12 },
    content: [
      spacer(8),
      masthead(CENTER),
      heading(1, 'Name of the event', CENTER),
      paragraph('One sentence about why it’s worth coming.', { size: 'large', ...CENTER }),
      section(
        { background: '#fdf6ec', padding: 24 },
        columns(fact('Date', 'March 12'), fact('Time', '6:30 pm'), fact('Place', 'Town Hall')),
      ),
      spacer(24),
      button('Reserve a seat', CENTER),
      spacer(8),
      GREETING,
      paragraph('Tell your readers what to expect, and what it costs.'),
      heading(2, 'Program'),
      list(
        'bulletList',
        [words('6:30 pm', 'bold'), words(' – Doors open')],
        [words('7:00 pm', 'bold'), words(' – Talk and questions')],
        [words('8:30 pm', 'bold'), words(' – Drinks')],
      ),
      ...footer(),
    ],
  },
};

const welcome: StartingDesign = {
  key: 'welcome',
  name: 'Welcome',
  description: 'The first email for new subscribers, with their next steps.',
  subject: 'Welcome',
  preview_text: 'Three steps to get started.',
  design: {
    type: 'doc',
    attrs: { background: '#e9f2f5', text: '#173038', accent: '#0e7490', radius: 16 },
    content: [
      section(
        { background: '#d8eef3', padding: 40 },
        masthead(CENTER),
        heading(1, [words('Welcome, '), tag('contact.first_name', 'friend')], CENTER),
        paragraph('It’s good to have you with us.', { size: 'large', ...CENTER }),
      ),
      spacer(24),
      paragraph('Say in two sentences what your readers get from you, and how often.'),
      heading(2, 'Three steps to get started'),
      list(
        'orderedList',
        [words('The first step', 'bold'), words(': what to do right now.')],
        [words('The second step', 'bold'), words(': what to look at next.')],
        [words('The third step', 'bold'), words(': who to contact for help.')],
      ),
      button('Get started'),
      spacer(8),
      paragraph('Reply to this email if you have questions. A person reads every reply.'),
      ...footer(),
    ],
  },
};

const letter: StartingDesign = {
  key: 'letter',
  name: 'Plain letter',
  description: 'A personal, text-only email.',
  subject: 'A quick note',
  preview_text: 'A few words from us.',
  design: {
    type: 'doc',
    attrs: { background: '#ffffff', text: '#1f2328', accent: '#1d4ed8', width: 560 },
    content: [
      GREETING,
      paragraph('Write as you would write to one person. Short paragraphs are easy to read on a phone.'),
      paragraph([words('If there’s something to read or to answer, '), link('link to it'), words(' in the text.')]),
      paragraph([words('Your name'), { type: 'hardBreak' }, tag(ACCOUNT_NAME)]),
      ...footer({}),
    ],
  },
};

/** The design of a blank email. It contains no footer, because Postrider adds one when it prepares the email. */
export const BLANK: StartingDesign = {
  key: 'blank',
  name: 'Blank email',
  description: 'A heading and a paragraph.',
  subject: '',
  preview_text: '',
  design: {
    type: 'doc',
    content: [heading(1, 'What’s new'), GREETING, paragraph('Write your message here.')],
  },
};

/** Designs that a new email can start with. They use the merge tags of campaigns. */
export const STARTING_DESIGNS: readonly StartingDesign[] = [
  newsletter,
  announcement,
  productUpdate,
  event,
  welcome,
  letter,
];
