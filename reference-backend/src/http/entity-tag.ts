import { createHash } from 'node:crypto'

/** A weak tag, as one list has several encodings: the same for the same facts, in their order. */
export function entityTag(facts: readonly unknown[]): string {
  return `W/"${createHash('sha256').update(JSON.stringify(facts)).digest('base64url')}"`
}

/** Whether a client that sends this `If-None-Match` has the tagged answer already (RFC 9110 §13.1.2). */
export function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '')
  return (ifNoneMatch ?? '').split(',').some((candidate) => ['*', opaque(tag)].includes(opaque(candidate)))
}
