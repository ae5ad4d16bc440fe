import sanitize from 'sanitize-html';

const PICTURE = '/api/blade-resource/file/picture?';

/**
 * What formatted text may consist of. Everything else goes: its tag where it held words, the whole of it where it ran.
 */
const ALLOWED: sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'h2',
    'h3',
    'h4',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'ul',
    'ol',
    'li',
    'blockquote',
    'code',
    'pre',
    'hr',
    'a',
    'img',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    div: 'p',
    // A page that is opened from here learns nothing of us and cannot reach back.
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href === undefined ? {} : { href }), target: '_blank', rel: 'noopener noreferrer' },
    }),
  },
  // Pictures are ours, so that reading a notice tells nobody else that it was read.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !(attribs['src'] ?? '').startsWith(PICTURE),
};

/** HTML that may be shown to anybody, whoever wrote it. Cleaning it again changes nothing. */
export const cleanRichText = (html: string): string => sanitize(html, ALLOWED).trim();

/** Nothing to read and nothing to see. */
export const isBlank = (html: string): boolean => !html.includes('<img') && plainText(html) === '';

/** The words alone, for lists and messages. */
export const plainText = (html: string): string =>
  sanitize(html.replaceAll(/<\/(p|h\d|li|tr|blockquote|pre)>|<br\s*\/?>/g, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();
