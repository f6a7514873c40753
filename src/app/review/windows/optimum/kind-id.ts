/** Their `componentId`s. */
export const optimumKindIds = { cppopt: "cppopt_plot", mapopt: "mapopt_plot" } as const;
