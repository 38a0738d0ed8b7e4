/** What a usage error quotes of the command line, from the first character on that no name of an option or command has. */
const VALUE = /(?<=argument ').*(?=' is invalid)|(?<=unknown (?:option|command) '[a-z-]*)[^a-z-].*(?=')/s

/** Leaves values out of a usage error of commander, which may be a misplaced password or private key. */
export function withoutValues(error: string): string {
  return error.replace(VALUE, '…')
}
