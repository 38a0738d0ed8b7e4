import type { Surroundings } from '../index'

/** A place to give commands in that remembers what they said. */
export function recordedSurroundings(folder = '/', environment: NodeJS.ProcessEnv = {}) {
  const printed: string[] = []
  const complained: string[] = []
  const surroundings: Surroundings = {
    folder,
    environment,
    print: (text) => void printed.push(text),
    complain: (text) => void complained.push(text),
  }
  return { ...surroundings, printed: () => printed.join('\n'), complained: () => complained.join('\n') }
}
