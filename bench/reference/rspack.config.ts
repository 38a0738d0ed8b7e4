import { PageChunksPlugin } from '../../page-chunks-plugin'
import { bundle } from './bundle'
import { TabFilesPlugin } from './tab-files-plugin'

/** The bundle whose page of `/main` names and tells all that Canje's does. */
export default bundle('dist/reference', [
  new TabFilesPlugin(['mf-users', 'mf-codes', 'mf-scores', 'mf-referrals', 'mf-reports']),
  new PageChunksPlugin({ 'main.html': ['tabs'] }),
])
