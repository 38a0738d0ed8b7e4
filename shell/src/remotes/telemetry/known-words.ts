/**
 * Words with capital letters that are no names of persons: of messages by browsers, React, axios and the federation runtime,
 * of their APIs, and of Canje. In lower case.
 */
const KNOWN = new Set(
  `abort aborted access an api app argument arguments array assertion assignment async attempted authorization await axios bad basic bearer
  big bigint blob blocked boolean boundary buffer build bundle call can cannot canje chunk class client code codes codigo codigos
  component configuration constructor context cors could css csv data database date delete detail details diagnosis did
  division document dom each effect el element en end entry enter error errors es esta este event exception executing expected
  exports expression extension failed falla falta faltan federation fetch field fila filas file form found function get
  getter global group handler hay head history hook html http https id if illegal import in indexed insert integer internal
  internationalization intl invalid is it item items iterator json key la las link list load loading local location login los
  main map maximum message method minified missing module modules mount must nan native navigation network no node not null
  number object objects observer of on only operation option options out parameter parse patch path permission pestaña please
  post posts promise property provider proxy put quota range react read received reduce ref reference referido referidos
  referral referrals regexp registry release remote rendered report reporte reportes request resize resource response restore
  result root router row rows runtime safari scope score scores script search see select selection self server service session
  set setter shared share shell should slot snapshot source stack state storage store stream string style super symbol syntax
  tab table tabla target text the there this timeout todo token too type typed uncaught undefined unable unexpected unhandled
  unknown unsupported update uri url use user users usuario usuarios utf validate value values view was weak when window with
  worker write you zod zone`.split(/\s+/),
)

/** Words of lower-case Spanish and English letters, and identifiers that begin with one. */
const PLAIN = /^(?:[a-záéíóúüñ]+|[a-z$_][A-Za-z$_]*)$/
const PARTS = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu

/**
 * Whether a word of a message is known not to name a person: it is in lower case, as in the sentences of developers, or an
 * identifier, or listed. One of several parts, such as `TypeError`, has a listed part of at least four letters.
 */
export function isKnownWord(word: string): boolean {
  if (PLAIN.test(word)) return true
  const parts = word.match(PARTS) ?? []
  return KNOWN.has(word.toLowerCase()) || parts.some((part) => part.length > 3 && KNOWN.has(part.toLowerCase()))
}
