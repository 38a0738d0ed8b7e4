import * as v from 'valibot'

/** The most remotes of a menu: every page loads all of it. */
export const MAX_REMOTES = 500
/** The most formerly live releases in a state. */
export const MAX_PREVIOUS = 5
/** The most withdrawn versions of a remote. One with more of them continues under another name. */
export const MAX_WITHDRAWN = 500
/** The most files of a release: a state has the hash of each. */
export const MAX_FILES = 500
/** The most versions whose files are deleted after one state. */
export const MAX_PRUNED = 500
/** The most UTF-16 units of a state. */
export const MAX_LENGTH = 1_000_000

/** A text that matches a pattern, which bounds its length too. */
export const text = (pattern: RegExp, rule: string) => v.pipe(v.string(), v.regex(pattern, rule))

/** A list of at most `max` items. */
export const list = <Item extends v.GenericSchema>(item: Item, max: number) => v.pipe(v.array(item), v.maxLength(max))

/** One line of any script, such as a reason. */
export const Line = text(/^[^\p{C}\p{Zl}\p{Zp}]{1,300}$/u, 'must be one line of at most 300 characters')

/** A remote's name. In lower case, because some file systems do not distinguish case. */
export const Name = text(
  // A record drops these two names.
  /^(?!(constructor|prototype)$)[a-z\d][a-z\d._-]{0,63}$/,
  'must be at most 64 lower-case letters, digits, ".", "_" and "-"',
)

export const PathSegment = text(/^[\w@+-][\w.@+-]{0,99}$/, 'must be one path segment of at most 100 characters')

/** A version of a remote: the name of its folder, beside `log` and `live.json`. Some servers read "+" as a space. */
export const Version = text(
  /^(?!([lL][oO][gG]|[lL][iI][vV][eE]\.[jJ][sS][oO][nN])$)[\w@-][\w.@-]{0,99}$/,
  'must be one path segment of at most 100 characters without "+", and not "log" or "live.json"',
)

/** A file of a release, relative to the release's folder. */
export const RelativePath = text(
  /^(?!.{201})[\w@+-][\w.@+-]*(\/[\w@+-][\w.@+-]*)*$/,
  'must be a path inside the release, of at most 200 letters, digits, ".", "_", "@", "+" and "-" without a leading "."',
)

const ORIGIN_RULE =
  'must be an https origin such as https://api.example.com, without path, credentials, default port or "*"; http is for localhost only'
const ORIGIN = /^(https:\/\/[a-z\d][a-z\d.-]{0,252}|http:\/\/(localhost|127\.0\.0\.1|\[::1\]))(:\d{1,5})?$/
/** A browser compares origins as it writes them: without the default port, and with four numbers in an address. */
const isCanonical = (origin: string) => URL.canParse(origin) && new URL(origin).origin === origin

/** An origin besides those of the services, which tabs send requests to. */
export const Origin = v.pipe(text(ORIGIN, ORIGIN_RULE), v.check(isCanonical, ORIGIN_RULE))

/** The further origins that one tab sends requests to. The operator of a shell grants them in its `config.json`. */
export const Connect = list(Origin, 20)

/** Versions or ranges of versions by package, such as `{ "shared-auth": "^1.0.0" }`. */
export const ByPackage = v.pipe(
  v.record(
    text(/^[ -~]{1,214}$/, 'must be the name of a package'),
    text(/^[ -~]{1,200}$/, 'must be at most 200 ASCII characters'),
  ),
  v.maxEntries(50),
)

/** The visible label of a tab: of Latin letters only, so that no letter of another script looks like one of them. */
export const Label = text(
  /^(?=.*[A-Za-z\d])(?! )(?!.*(?: {2}| $))[A-Za-zÀ-ÖØ-öø-ſ\d .,:;'’()/&+!?¡¿%°ºª-]{1,40}$/,
  'must be 1 to 40 Latin letters (in NFC), digits, single spaces and simple punctuation',
)
