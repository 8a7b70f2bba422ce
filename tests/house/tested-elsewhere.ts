export const testedElsewhere: Readonly<Record<string, string>> = {};
