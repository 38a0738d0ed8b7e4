import { cut, isErrorType, mask } from './mask'
import { type Frame, frameOf, framesOf } from './stack'
import { messageOf, type Thrown } from './thrown-errors'

const MAX_TYPE = 100
/** Characters of a message. */
const MAX_MESSAGE = 500

/** What an event says about an error. */
export interface Exception {
  /** The error's name if it is one of a class, or the type of another value. */
  type: string
  /** At most 500 characters, without tokens, mails and numbers. */
  message: string
  frames: Frame[]
  /** The components that were rendering. */
  components: Frame[]
}

/** Describes an error, or whatever else was thrown. Never throws. */
export function exceptionOf({ error, message: spoken = '', place = '', componentStack = '' }: Thrown): Exception {
  const message = messageOf(error)
  const stack = textIn(error, 'stack')
  const frames = stack === '' ? [frameOf(place)] : framesOf(stack, message)
  return {
    type: typeOf(error),
    message: maskedMessage(message || spoken),
    frames,
    components: framesOf(componentStack),
  }
}

/** Masks and cuts the message of an event. */
export function maskedMessage(message: string): string {
  return cut(mask(message), MAX_MESSAGE)
}

function typeOf(error: unknown): string {
  const name = textIn(error, 'name')
  if (isErrorType(name)) return cut(name, MAX_TYPE)
  return error instanceof Error ? 'Error' : typeof error
}

/** Reads a text of an error, whose getters may throw. */
function textIn(error: unknown, property: 'name' | 'stack'): string {
  try {
    const text: unknown = error instanceof Object ? Reflect.get(error, property) : ''
    return typeof text === 'string' ? text : ''
  } catch {
    return ''
  }
}
