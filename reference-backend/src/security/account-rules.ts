import * as v from 'valibot'
import { opaqueString } from './opaque-string'

/** ASCII and combining accents in NFKD, but not the invisible U+034F. Other letters may look like these. */
const latin = /^(?:[ -~]|(?!\u034f)[\u0300-\u036f])*$/
/** What stands for bytes that are no text in UTF-8, such as those of a terminal with another encoding. */
const unreadable = /\ufffd/
const minPasswordCharacters = 8
const byLetters = new Intl.Collator('es', { sensitivity: 'base' })

/** The name of an account, in the form that was typed. */
export const TypedName = v.pipe(
  v.string(),
  v.minLength(1, 'The name is empty: give one.'),
  v.check(isNameLength, 'The name is longer than 200 characters in Unicode form NFKC: choose a shorter one.'),
  v.check((name) => !/\p{Cc}/u.test(name), 'The name contains control characters: choose another one.'),
)

/** The name of a new account, in NFKC. */
export const NewName = v.pipe(
  TypedName,
  v.transform((name) => name.normalize('NFKC')),
  v.check((name) => !unreadable.test(name), 'The name is no text in UTF-8: set the encoding of the terminal to UTF-8.'),
  v.check(
    (name) => !/^\s|\s$|\s\s/u.test(name),
    'The name begins or ends with a space, or has two in a row: remove them.',
  ),
  v.check(
    (name) => latin.test(name.normalize('NFKD')),
    'The name has other characters than a to z, with or without accents, digits and signs of ASCII: use these.',
  ),
)

/** A new password, in the form that is hashed. */
export const NewPassword = v.pipeAsync(
  v.string(),
  v.transform(opaqueString),
  v.maxLength(1000, 'The password is longer than 1000 characters: choose a shorter one.'),
  v.check(
    (password) => !/[\p{Cc}\p{Cs}]/u.test(password),
    'The password contains control characters, such as line breaks.',
  ),
  v.check(
    (password) => !unreadable.test(password),
    'The password is no text in UTF-8: set the encoding of the terminal to UTF-8.',
  ),
  v.check(
    (password) => [...password].length >= minPasswordCharacters,
    `The password has fewer than ${minPasswordCharacters} characters: choose a longer one.`,
  ),
  v.checkAsync(
    async (password) => !(await isCommon(password)),
    'The password is one of the most common ones: choose another one.',
  ),
)

/** Whether two texts differ only by case, accents or Unicode form: of two such names, one person would pass for another. */
export const haveSameLetters = (one: string, other: string): boolean => byLetters.compare(one, other) === 0

/** Refuses the name of an account as its password. */
export const differsFromName = <Account extends { username: string; password: string }>() =>
  v.check<Account, string>(
    ({ username, password }) => !haveSameLetters(username, password),
    'The password is the name of the account, one of the most common ones: choose another one.',
  )

/**
 * Validates input.
 * @throws {Error} one line with the first fault
 */
export async function parseInput<Output>(
  schema: v.GenericSchema<unknown, Output> | v.GenericSchemaAsync<unknown, Output>,
  input: unknown,
): Promise<Output> {
  const result = await v.safeParseAsync(schema, input)
  if (result.success) return result.output
  throw new Error(result.issues[0].message)
}

/** Whether a name has at most 200 characters in the form of new names. */
export function isNameLength(name: string): boolean {
  return name.normalize('NFKC').length <= 200
}

/** The list leaves repetitions and sequences out, which attackers try first. */
async function isCommon(password: string): Promise<boolean> {
  const text = password.toLowerCase()
  if (/^(.{1,4}?)\1+$/u.test(text) || isSequence(text)) return true
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].includes(text)
}

/** Whether each character follows the previous one, up or down, as in 87654321. */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const [first = 0, second = 0] = codes
  const step = second - first
  return Math.abs(step) === 1 && codes.every((code, index) => code === first + index * step)
}
