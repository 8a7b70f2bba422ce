// Elements whose names and roles are compared with the browser's own: every rule by which a name comes about,
// alone and together with those that come before it. Each element that is compared has an `id`.

export const nameCases = `
<style>.pre::before { content: "Before "; } .post::after { content: " after"; } .icon::before { content: "★"; }
.alt::before { content: url(data:,) / "spoken"; } .none::before { content: none; } .sr { position: absolute; width: 1px;
height: 1px; overflow: hidden; clip-path: inset(50%); } .gone { display: none; } .hid { visibility: hidden; }
.block > span { display: block; } .flex { display: flex; }</style>
<main id="main" aria-label="All cases">
<button id="b1">Save</button><button id="b2" aria-label="Close dialog">x</button><button id="b3" title="Tip"></button>
<button id="b4"><img src="data:," alt="Print"></button><button id="b5"><svg role="img" aria-label="Star"></svg> it</button>
<button id="b6"><svg><title>Drawn</title></svg></button><button id="b7">A<span class="gone">hidden</span>B</button>
<button id="b8">A<span aria-hidden="true">hidden</span>B</button><button id="b9">A <span class="hid">no</span> B</button>
<button id="b10">A<span>B</span></button><button id="b11" class="block"><span>A</span><span>B</span></button>
<button id="b12">A<br>B</button><button id="b13" aria-labelledby="l1 l2">x</button><span id="l1">First</span>
<span id="l2" hidden>second</span><button id="b14" aria-labelledby="b14 l1" aria-label="Delete">x</button>
<button id="b15" aria-labelledby="nowhere">Fallback</button><button id="b16" aria-label="  ">Blank label</button>
<button id="b17"><span aria-label="Labelled">shown</span></button><button id="b18" class="pre post">Go</button>
<button id="b19" class="icon"></button><button id="b20"><i class="icon"></i> Star</button><button id="b21" class="alt"></button>
<button id="b22"><span class="sr">For readers</span></button><button id="b23"><input value="typed"> text</button>
<button id="b24" title="Tip">Text</button><button id="b25">  White \n space  </button><button id="b26" class="none">n</button>
<button id="b27"><p>Para</p><p>graph</p></button><button id="b28"><img src="data:," title="Titled picture"></button>
<button id="b29"><span role="presentation">Inside</span></button><button id="b30" class="flex"><span>A</span><span>B</span></button>
<div id="b31" role="button" tabindex="0">Div <b>button</b></div><summary id="sum">Loose</summary>
<details id="d"><summary id="d1">More <b>here</b></summary>content</details>

<a id="a1" href="/x">Link <em>text</em></a><a id="a2" href="/x" aria-label="Labelled link">x</a><a id="a3" href="/x"><img src="data:," alt="Logo"></a>
<a id="a4" href="/x" title="Only a title"></a><a id="a5" href="/x"><h3>Heading</h3><p>in a card</p></a><a id="a6">No link</a>
<a id="a7" href="/x"><span aria-hidden="true">→</span> Next</a>

<h1 id="h1">Title <small>of it</small></h1><div id="h2" role="heading" aria-level="3">Made heading</div><h2 id="h3"><a href="/x">Linked</a></h2>

<label for="i1">Name</label><input id="i1"><label>Wrapped <input id="i2"></label><label>Around <input id="i3"> it</label>
<input id="i4" placeholder="Place"><input id="i5" title="Tip" placeholder="Place"><input id="i6" aria-label="Aria" placeholder="P">
<label for="i7">One</label><label for="i7">two</label><input id="i7"><input id="i8" type="submit"><input id="i9" type="reset">
<input id="i10" type="button" value="Push"><input id="i11" type="image" alt="Send it" src="data:,"><input id="i12" type="image" src="data:,">
<input id="i13" type="submit" value="Pay"><label><input id="i14" type="checkbox"> Agree to <a href="/t">terms</a></label>
<input id="i15" type="radio" aria-labelledby="l1"><label for="i16"><span aria-label="Aria in label">shown</span></label><input id="i16">
<label for="i17" class="gone">Hidden label</label><input id="i17"><label>Flash <input id="i18" type="checkbox"> <input id="i19" value="3" aria-label="times"> times</label>
<label for="i20">Range</label><input id="i20" type="range"><input id="i21" type="search" placeholder="Search"><input id="i22" type="file" aria-label="Upload">
<input id="i23" type="password" aria-label="Pass"><input id="i24" type="number" aria-label="N"><input id="i25" type="email" aria-label="Mail">
<input id="i26" type="tel" aria-label="Phone"><input id="i27" type="url" aria-label="Web"><input id="i28" type="date" aria-label="Day">
<input id="i29" list="dl" aria-label="Listed"><datalist id="dl"><option>1</datalist><input id="i30" type="color" aria-label="Ink">
<textarea id="t1" placeholder="Words"></textarea><label>Notes<textarea id="t2">Text in it</textarea></label>
<label>Country <select id="s1"><option id="o1">Norway<option id="o2" label="Short">Long text</select></label>
<select id="s2" multiple aria-label="Many"><optgroup id="og" label="Group"><option>A</optgroup></select><select id="s3" size="4" aria-label="Open"></select>
<label>I have <select id="s4"><option>two<option selected>three</select> cats <input id="s5" type="checkbox"></label>
<div id="ce" contenteditable role="textbox" aria-label="Editor">text</div><output id="out" aria-label="Sum">3</output>
<meter id="me" aria-label="Disk" value=".5"></meter><progress id="pr" aria-label="Load" value=".5"></progress>

<img id="m1" src="data:," alt="Picture"><img id="m2" src="data:," title="Titled"><img id="m3" src="data:," alt=""><img id="m4" src="data:,">
<img id="m5" src="data:," alt="" title="Decorated"><figure id="f1"><img src="data:," alt="In"><figcaption>Caption of it</figcaption></figure>
<map name="mp"><area id="ar" href="/x" alt="Region"></map><img src="data:," usemap="#mp" alt="Map" width="9" height="9">
<svg id="v1" role="img"><title>Chart</title></svg><svg id="v2" aria-label="Aria chart"></svg><div id="m6" role="img" aria-label="Emoji">x</div>

<table id="tb1"><caption>Prices <b>now</b></caption><tr id="r1"><th id="c1">A</th><td id="c2">1 <a href="/x">x</a></td></tr></table>
<table id="tb2" aria-label="Labelled table"><tr><th scope="row" id="c3">Row head</th><td>1</td></tr></table><table id="tb3" title="T"><tr><td>1</td></tr></table>
<div role="grid" id="g1" aria-label="Grid"><div role="row" id="g2"><div role="gridcell" id="g3">Cell</div><div role="columnheader" id="g4">Head</div></div></div>

<fieldset id="fs"><legend>Group <i>name</i></legend><input aria-label="x"></fieldset><div role="group" id="gr" aria-labelledby="l1"></div>
<nav id="n1" aria-label="Main">x</nav><nav id="n2">x</nav><section id="sec1" aria-label="Named">x</section><section id="sec2">x</section>
<form id="fo1" aria-label="Form">x</form><form id="fo2">x</form><aside id="as1">x</aside><article id="at1" aria-labelledby="l1">x</article>
<div role="dialog" id="di" aria-labelledby="l1">x</div><div role="alert" id="al">Careful</div><div role="status" id="st">Fine</div>
<ul id="u1"><li id="li1">One</li></ul><ol id="ol1" aria-label="Steps"><li>1</li></ol><dl><dt id="dt1">T</dt><dd id="dd1">D</dd></dl>
<div role="tablist"><div role="tab" id="tab1" aria-selected="true">Tab <b>one</b></div></div><div role="tabpanel" id="tp" aria-labelledby="tab1">x</div>
<div role="menu" id="mn" aria-label="Menu"><div role="menuitem" id="mi1">Open<span> file</span></div><div role="menuitemcheckbox" id="mi2" aria-checked="true">Bold</div></div>
<ul role="tree" aria-label="T"><li role="treeitem" id="ti">Leaf</li></ul><div role="listbox" id="lb" aria-label="Pick"><div role="option" id="op1">Opt <b>1</b></div></div>
<div role="checkbox" id="cb1" aria-checked="mixed" tabindex="0">Mixed</div><div role="switch" id="sw1" aria-checked="true" tabindex="0">Wifi</div>
<div role="radio" id="ra1" aria-checked="false">One</div><div role="slider" id="sl1" aria-label="Volume" aria-valuenow="5" tabindex="0"></div>
<div role="combobox" id="co1" aria-label="Combo" tabindex="0" aria-expanded="false">val</div><div role="spinbutton" id="sp1" aria-label="Count" aria-valuenow="2" tabindex="0"></div>
<div role="textbox" id="tx1" aria-label="Box" tabindex="0"></div><div role="searchbox" id="sb1" aria-label="Find" tabindex="0"></div>
<div role="progressbar" id="pb1" aria-label="Doing"></div><div role="separator" id="se1" aria-label="Sep"></div><hr id="hr1">
<div role="tooltip" id="tt1">Tip text</div><div role="none" id="no1">x</div><ul role="presentation" id="pr1"><li id="prli">x</li></ul>
<div role="bogus button" id="fb1">Second role</div><button id="fb2" role="none">Kept</button><blockquote id="bq">Q</blockquote><code id="cd">c</code>
<p id="p1">Para</p><p id="p2" aria-label="Named para">Para</p><em id="em">e</em><strong id="str">s</strong><time id="tm">t</time><mark id="mk">m</mark>
<iframe id="if1" title="Framed" srcdoc="x"></iframe><video id="vi" aria-label="Film"></video><canvas id="ca" aria-label="Drawn">fallback</canvas>
<search id="sea">x</search><dialog id="dlg" open aria-label="Open one">x</dialog><hgroup id="hg">x</hgroup><address id="ad">x</address>
<button id="x1" aria-labelledby="x2"></button><span id="x2">by <span aria-hidden="true">not</span> <input aria-label="n" value="val"></span>
<button id="x3" aria-labelledby="x4"></button><select id="x4" aria-label=""><option>first<option selected>second</select>
<button id="x5" aria-labelledby="x6"></button><span id="x6"><img src="data:," alt="pic"> and <span class="gone">none</span></span>
<button id="x7" aria-labelledby="x8"></button><div id="x8" role="slider" aria-valuetext="half" aria-valuenow="5" tabindex="0"></div>
<label id="x9">Say <span role="textbox" contenteditable>typed</span> now <input id="x10" type="checkbox"></label>
</main><header id="hd">x</header><footer id="ft">x</footer><main2 id="cu">x</main2>
<x-host id="xh"><template shadowrootmode="open"><button id="in-shadow"><slot></slot>!</button></template>Slotted</x-host>
`;
