import { describeTable } from 'tab-testing'
import { tab } from './tab'

describeTable(tab)
