/** Lint rules of this project; `.oxlintrc.json` selects them. */
const noStringSubclass = {
  create(context) {
    const check = node => {
      if (node.superClass?.type !== 'Identifier' || node.superClass.name !== 'String') return;
      context.report({
        node,
        message: 'A subclass of String makes V8 read all texts of the thread more slowly.',
      });
    };
    return { ClassDeclaration: check, ClassExpression: check };
  },
};

export default { meta: { name: 'weir' }, rules: { 'no-string-subclass': noStringSubclass } };
