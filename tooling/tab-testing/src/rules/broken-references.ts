import { startTag } from './start-tag'

const ATTRIBUTES = ['aria-describedby', 'aria-errormessage']

/** Lists invalid fields whose reason a screen reader cannot say, because no element has its id. */
export function brokenReferences(): string[] {
  const invalid = [...document.querySelectorAll('[aria-invalid]:not([aria-invalid=false])')]
  return invalid.flatMap((field) =>
    ATTRIBUTES.flatMap((attribute) => {
      const ids = field.getAttribute(attribute)?.split(/\s+/).filter(Boolean) ?? []
      const broken = ids.filter((id) => !document.getElementById(id))
      return broken.map((id) => `${startTag(field)} has ${attribute} "${id}", which no element has as its id`)
    }),
  )
}
