/** A call of a stack. */
export interface Frame {
  /** The function or component; empty if the browser names none. */
  name: string
  /** Its place: absolute URL of the script without query, line and column; undefined for native code and host components. */
  place?: { url: string; line: string; column: string } | undefined
}

/** The most characters of a stack that are read. V8 repeats the message before the frames, so they stand at the end. */
const MAX_READ = 20_000
const MAX_FRAMES = 50
const MAX_NAME = 100

/** Frames of V8 begin with `at`; those of Gecko and JavaScriptCore have an `@`, or are a place alone. */
const FRAME = /^\s*at |@|^[a-z][a-z\d+.-]*:\/\/\S+$/i
const PLACE = /((?:blob:)?[a-z][a-z\d+.-]*:\/\/[^\s()?#]+?)(?:[?#][^\s()]*?)?:(\d+)(?::(\d+))?(?=[\s),]|$)/i

/**
 * Reads the stack of an error or of React's components, as V8, Gecko and JavaScriptCore write it.
 *
 * @param message of the error; its own lines are no frames
 */
export function framesOf(stack: string, message = ''): Frame[] {
  const header = message && stack.slice(0, message.length + MAX_NAME).includes(message)
  const frames = header ? stack.slice(stack.indexOf(message) + message.length) : stack
  return frames
    .slice(-MAX_READ)
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, MAX_FRAMES)
    .map(frameOf)
}

/** Reads one line of a stack, or a place alone. */
export function frameOf(line: string): Frame {
  const found = PLACE.exec(line)
  const [before = ''] = line
    .slice(0, found?.index)
    .replaceAll(/^\s*at |\basync[ *]|\bnew /g, '')
    .split(/ ?[(@[]/, 1)
  const name = before.replaceAll(/[^\w$.<>/]/g, '').slice(0, MAX_NAME)
  const [, url = '', row = '', column = '1'] = found ?? []
  return { name, place: found ? { url, line: row, column } : undefined }
}

/** Writes frames as V8 does, whichever browser they are from. */
export function stackText(frames: Frame[]): string {
  return frames.map(lineOf).join('\n')
}

function lineOf({ name, place }: Frame): string {
  const where = place && `${place.url}:${place.line}:${place.column}`
  if (!where) return `    at ${name || '<anonymous>'}`
  return name ? `    at ${name} (${where})` : `    at ${where}`
}
