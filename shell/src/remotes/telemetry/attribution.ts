import type { Frame } from './stack'

/** A release whose code may run in the page, or the shell. */
export interface Service {
  name: string
  version: string
  build: string
  /** The URL that its scripts begin with. */
  folder: string
}

/** Keeps the frames of the services: those of extensions and of other sites are not theirs to read. */
export function ownFrames(frames: Frame[], services: Service[]): Frame[] {
  return frames.filter((frame) => services.some((service) => isOf(service, frame)))
}

/**
 * Finds the service that an error belongs to: the remote of the innermost frame of any remote, since the shell's React
 * and PrimeReact call and are called by all of them.
 *
 * @returns the shell if no remote is in the stack; undefined if all of the stack is foreign, as that of an extension
 */
export function serviceOf(frames: Frame[], remotes: Service[], shell: Service): Service | undefined {
  for (const frame of frames) {
    const remote = remotes.find((service) => isOf(service, frame))
    if (remote) return remote
  }
  const placed = frames.filter(({ place }) => place)
  return placed.length === 0 || placed.some((frame) => isOf(shell, frame)) ? shell : undefined
}

/** Scripts of a worker have the URL of their creator after `blob:`. */
function isOf({ folder }: Service, { place }: Frame): boolean {
  return place?.url.replace(/^blob:/, '').startsWith(folder) ?? false
}
