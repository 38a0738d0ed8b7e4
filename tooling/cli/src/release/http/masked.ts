import type { Output } from '../command-line'

/** User and password in a URL, also in an invalid one. */
const USER_INFO = /(?<=:\/\/)[^\s"'\\]+@/g

/** Masks user and password of all URLs in what is printed, such as the value of an invalid option. */
export function masked({ print, printError }: Output): Output {
  const mask = (text: string) => text.replace(USER_INFO, '…@')
  return { print: (text) => print(mask(text)), printError: (text) => printError(mask(text)) }
}
