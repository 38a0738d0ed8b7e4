/** The most characters of a stack that are read. V8 repeats the message before the frames, so they stand at the end. */
const MAX_READ = 20_000

/** Frames of V8 begin with `at`; those of Gecko and JavaScriptCore have an `@`, or are a place alone. */
const FRAME = /^(?:\s+at |[^@:]*@|[a-z-]+:\/\/)/
/** URL without its query, line and column. A script of a worker has the URL of its creator after `blob:`. */
const PLACE = /([a-z][a-z\d+.-]*:\/\/[^\s()?#]+?)(?:[?#][^\s()]*?)?(:\d+:\d+)(?=[\s),]|$)/i
const NAME = /([\w$.<>/]+)(?: \[as \S+\])? ?[(@]/

/**
 * Reads the stack of an error or of React's components, as V8, Gecko and JavaScriptCore write it, or a place alone.
 *
 * @returns the frames as V8 writes them, without those of native code and host components
 */
export function framesOf(stack: string): string[] {
  return stack.slice(-MAX_READ).split('\n').flatMap(frameOf)
}

function frameOf(line: string): string[] {
  const found = FRAME.test(line) && PLACE.exec(line)
  if (!found) return []
  const [, url, position] = found
  const [, name] = NAME.exec(line.slice(0, found.index)) ?? []
  return [name ? `    at ${name} (${url}${position})` : `    at ${url}${position}`]
}
