/** Pages of figures, loaded together: each further part splits the first scripts. */
export { ClusterPage } from '../cluster/cluster-page.js';
export { DashboardPage } from '../dashboard/dashboard-page.js';
export { MetricsPage } from '../metrics/metrics-page.js';
