import { containerGlobal } from '@canje/registry'
import { writeContainer } from '../../probe'

/** A tab of another team: what a tab under test must leave alone. */
const NEIGHBOUR = {
  name: 'canje-neighbour',
  version: '1.0.0',
  build: 'neighbour',
  proposedTab: { id: 'canje-neighbour', label: 'Canje: neighbour', order: 1e9 },
}

/** The window property of its container, whose `shared` has the modules that the page shared when it was opened. */
export const NEIGHBOUR_CONTAINER = containerGlobal(NEIGHBOUR.name, NEIGHBOUR)

/** Elements that tabs usually have, so that a style rule of another tab can match them. */
const ELEMENTS = `
  h1 h2 h3 h4 p ul>li ol>li dl>dt a strong em small code pre hr img svg canvas video progress
  section article aside nav figure details>summary dialog
  table>thead.p-datatable-thead>tr>th.p-column-header-content table>tbody>tr>td
  div.p-datatable.p-component>div.p-datatable-wrapper>table.p-datatable-table>tbody.p-datatable-tbody>tr.p-row-odd>td
  div.p-paginator>button.p-paginator-page div.p-toolbar>button.p-button.p-component>span.p-button-label
  form>label>input.p-inputtext.p-component textarea.p-inputtextarea select>option fieldset>legend
  div.p-dropdown div.p-inputnumber div.p-multiselect div.p-checkbox div.p-radiobutton span.p-calendar div.p-inputswitch
  div.p-dialog-mask>div.p-dialog.p-component>div.p-dialog-header>div.p-dialog-title div.p-tabview div.p-tooltip
  span.p-tag i.pi.pi-refresh div.p-card div.p-menu div.p-message div.p-skeleton`

const CONTAINER = `{
  init(scope) { this.shared = { ...scope } },
  async get() {
    const { createElement } = (await Object.values(this.shared.react)[0].get())()
    const isVoid = (tag) => ['input', 'img', 'textarea', 'hr'].includes(tag)
    const element = (path, key) => path.split('>').reduceRight((child, part) => {
      const [tag, ...classes] = part.split('.')
      const props = { key, className: classes.join(' ') }
      return isVoid(tag) ? createElement(tag, props) : createElement(tag, props, child)
    }, 'Vecina')
    return () => ({ default: () => ${JSON.stringify(ELEMENTS.trim().split(/\s+/))}.map(element) })
  },
}`

/** Writes the build of the neighbour to a new folder. */
export function writeNeighbour(folder: string): Promise<void> {
  return writeContainer(folder, NEIGHBOUR, CONTAINER)
}
