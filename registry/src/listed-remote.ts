import * as v from 'valibot'
import { MAX_SLOTS, Slot } from './extension'
import { Connect, Label, Line, list, text } from './limits'

/** A public key: the 32 bytes of an Ed25519 key (RFC 8032), in base64. */
export const PublicKey = text(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64')

/** The keys that may sign: two during a rotation. */
export const Keys = v.pipe(list(PublicKey, 10), v.minLength(1, 'must name at least one key'))

/** Counts the logs of a remote. The operator raises it after a theft of a key: pages accept its states only. */
export const Epoch = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1000))

/** In a link, another mark would be encoded, or one at an end be taken for punctuation of the text around it. */
const TabId = text(
  /^\w([\w.-]{0,98}\w)?$/,
  'must be at most 100 letters without accents, digits, "_", "-" and ".", and begin and end with none of the last two',
)

/** A tab of the menu. */
export const Tab = v.object({
  /** The value of `?tab=` on `/main`. */
  id: TabId,
  label: Label,
  /** Tabs are shown in ascending order. */
  order: v.pipe(v.number(), v.finite()),
})
export type Tab = v.InferOutput<typeof Tab>

/** What the operator of a shell lists for one remote in `/config.json`, by the remote's name (D43, operator's menu). */
export const Listing = v.object({
  /** The keys that may sign its releases, beside those of the operators. */
  keys: Keys,
  epoch: v.optional(Epoch, 1),
  tab: Tab,
  /** The slots that it may fill. */
  slots: v.optional(list(Slot, MAX_SLOTS), []),
  /** The further origins that its tab may send requests to. */
  connect: v.optional(Connect, []),
  /** Whom to ask, for people. */
  owner: v.optional(Line),
  /** What its releases may differ by (D44, settings). `readSettings` validates it: a tab with malformed ones stays listed. */
  settings: v.optional(v.unknown()),
})
export type Listing = v.InferOutput<typeof Listing>

/** `remotes` of `/config.json`: a {@link Listing} for each remote, by name. `readMenu` validates them one by one. */
export const Listings = v.custom<Record<string, unknown>>(
  (json) => typeof json === 'object' && json !== null && !Array.isArray(json),
  'must be an object with a listing for each remote, by name',
)

/** A remote of the menu. */
export interface ListedRemote extends Listing {
  /** The remote's name, such as `mf-codes`. */
  name: string
}
