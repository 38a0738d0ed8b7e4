import * as v from 'valibot'
import { list, text } from './limits'

const ShareKey = text(/^[\w@./-]{1,100}$/, 'must be the name of a shared module, of at most 100 characters')
const ExportName = text(/^[\w$]{1,100}$/, 'must be the name of an export, of at most 100 characters')

/** Names of exports by key of the share scope, such as `primereact/api`. A file of its own, because pages need none of it. */
export const Uses = v.pipe(v.record(ShareKey, list(ExportName, 1000)), v.maxEntries(100))
