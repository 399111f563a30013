/** Fields of every AWS definition that may be variables of a recipe. */
export const awsVariables = ['credentials.*', 'region.*'] as const;
