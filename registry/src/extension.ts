import * as v from 'valibot'
import { list, RelativePath, text } from './limits'

/** The most slots that one remote may fill. */
export const MAX_SLOTS = 20

/** The name of a slot (D32, slots). */
export const Slot = v.pipe(
  text(
    /^(?!.{65})[a-z\d]+([:-][a-z\d]+)*$/,
    'must be at most 64 lower-case letters and digits, in words joined by ":" or "-", such as detalle:usuario',
  ),
  // `detalle:persona`, `detalle:a:b` and `detalle:a-id` would open the slots of the links to detalle:usuario and detalle:a.
  v.regex(
    /^(?!detalle:(persona$|.*:|.*-id$))/,
    'names a panel that links cannot open: after "detalle:", use another name, without ":" and without "-id" at its end',
  ),
)

/** The module that a remote exposes for a slot, as every remote exposes `./Tab`. */
export function slotModule(slot: string): string {
  return `./${slot}`
}

/** What a release provides for a slot, by its {@link slotModule}. */
export const Extension = v.object({
  slot: Slot,
  /** The chunks and style sheets of the module, as `preload` of the release. */
  preload: list(RelativePath, 100),
  /** Scripts that the module loads on demand, for prefetching. */
  parts: v.optional(list(RelativePath, 100)),
})
export type Extension = v.InferOutput<typeof Extension>

export const Extensions = v.pipe(
  list(Extension, MAX_SLOTS),
  v.check((extensions) => new Set(extensions.map(({ slot }) => slot)).size === extensions.length, 'repeats a slot'),
)
