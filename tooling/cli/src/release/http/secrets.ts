import type { Output } from '../report'

/** A shorter text may be a part of an ordinary word. No message contains it by itself. */
const MIN_LENGTH = 8
const MASK = '…'
/** User and password in a URL, also in an invalid one. */
const USER_INFO = /(?<=\/\/)[^/\s]+@/g
const SECRET_VARIABLES = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']

/** @returns the user and the password in a URL, decoded; undefined without them */
export function credentialsIn(url: string): { user: string; password: string } | undefined {
  if (!URL.canParse(url)) return undefined
  const { username, password } = new URL(url)
  return username || password ? { user: decoded(username), password: decoded(password) } : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The secrets in a command line and its environment, which {@link withoutSecrets} masks. */
export function secretsIn(args: readonly string[], environment: NodeJS.ProcessEnv): string[] {
  const urls = [...args, ...Object.values(environment)].flatMap((text = '') => text.split(/[\s,]+/))
  const passwords = urls.flatMap((url) => {
    const credentials = url.includes('@') && credentialsIn(url)
    return credentials ? [credentials.password, new URL(url).password] : []
  })
  return [...passwords, ...SECRET_VARIABLES.flatMap((name) => environment[name] ?? [])]
}

/**
 * Masks secrets in all that is printed, also where a server or a library repeats them.
 *
 * @param secrets may grow later
 */
export function withoutSecrets({ print, printError }: Output, secrets: readonly string[]): Output {
  const mask = (text: string) =>
    secrets
      .filter(({ length }) => length >= MIN_LENGTH)
      .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
      .reduce((masked, secret) => masked.replaceAll(secret, MASK), text.replace(USER_INFO, `${MASK}@`))
  return { print: (text) => print(mask(text)), printError: (text) => printError(mask(text)) }
}
