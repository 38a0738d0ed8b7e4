import { type RequestSource, serveRows } from './serve-rows'

declare const self: RequestSource

/**
 * V8 compiles code for typed arrays on the assumption that no ArrayBuffer with several views is ever detached (its
 * protector ArrayBufferDetaching; --trace-protector-invalidation tells). Memory is read in pieces, each a view, and then
 * transferred back to the page: with the first of it, all that had been compiled for reading would be thrown away, which
 * is an eighth to a fifth of the time that 100,000 rows take. So one is detached while nothing has been compiled.
 */
function detachBufferWithViews(): void {
  const bytes = new Uint8Array(1)
  structuredClone([bytes, bytes.subarray()], { transfer: [bytes.buffer] })
}

detachBufferWithViews()
serveRows(self)
