import type { Release, ReleaseManifest } from '@canje/registry'
import type { Package } from '../../project'
import type { Finding } from '../findings'

/** What the `canje` block of a package.json says about the tab, which people review. */
export type Declared = Pick<Package, 'tab' | 'slots'>

/** Requires the tab and the slots of a build to be those of its package.json. */
export function unlikePackage(manifest: ReleaseManifest, declared: Declared): Finding[] {
  const fix =
    'Set id, label and order in canje.tab, and slots in canje.extensions of package.json, which the build copies.'
  return disguised(manifest, declared, 'its package.json', fix)
}

/** Requires the same of the live release, where no package.json and no `/config.json` say what is the remote's. */
export function unlikeLive(manifest: ReleaseManifest, { version, tab, extensions = [] }: Release): Finding[] {
  const slots = extensions.map(({ slot }) => slot)
  const fix = `If this is meant, publish in the folder of ${manifest.name}, with canje.tab and canje.extensions in its package.json.`
  return disguised(manifest, { tab, slots }, `its live release ${version}`, fix)
}

function disguised({ name, tab, extensions = [] }: ReleaseManifest, own: Declared, where: string, fix: string) {
  const others = (['id', 'label', 'order'] as const).flatMap((part) => {
    const value: unknown = own.tab instanceof Object ? Reflect.get(own.tab, part) : undefined
    return tab[part] === value ? [] : [`the ${part} ${JSON.stringify(tab[part])} in place of ${JSON.stringify(value)}`]
  })
  const slots = extensions.map(({ slot }) => slot).filter((slot) => !own.slots?.includes(slot))
  const found = [...others, ...slots.map((slot) => `the slot ${slot}`)]
  if (found.length === 0) return []
  return [
    { code: 'tab-disguised' as const, message: `The build of ${name} has ${found.join(', ')}: ${where} differs.`, fix },
  ]
}
