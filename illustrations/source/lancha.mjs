import {Scene,Batch,Cam,rng,mix,lerp,clamp,poly,lens,smooth,blob,leafFlecks,tuft,P,n1,circ,TAU,ridge,under,treeline,cumulus,yAt,line3} from './lib.mjs';
import {glints} from './lago.mjs';
import {escarp} from './serra.mjs';
export function lancha(seed=181){
 const s=new Scene(),R=rng(seed),HZ=346,cam=new Cam({pos:[0,3.1,0],f:900,cx:600,cy:HZ,near:.4});
 // clear mid-morning
 s.rect(0,0,1200,HZ+4,s.grad([[0,'#5fa5ba'],[.55,'#a9d2cf'],[1,'#f4e8c6']],0,0,0,HZ));
 const CL={lit:'#fdf7e8',sh:'#c4d8d6'};cumulus(s,770,146,1.35,R,CL);cumulus(s,1080,92,.8,R,CL);cumulus(s,560,222,.5,R,{lit:'#fdf5e0',sh:'#d3dfd6'});cumulus(s,1010,238,.5,R,{lit:'#fdf5e0',sh:'#d3dfd6'});
 // far ranges
 [[[[-20,300],[300,290],[520,284],[700,292],[860,282],[1000,268],[1120,274],[1220,264]],'#a3bdb4'],[[[300,326],[520,316],[680,310],[860,320],[1020,302],[1220,292]],'#7ba39a']].forEach(([k,c],i)=>{const r=ridge(k,{amp:6,freq:.016,seed:seed+i,step:8});s.p(under(r,HZ+2),s.grad([[0,c],[1,mix(c,'#f4e8c6',.6)]],0,270,0,HZ))});
 // hills on the right, green with trees
 {const r=ridge([[560,344],[680,338],[820,326],[930,306],[1040,296],[1140,276],[1220,262]],{amp:5,freq:.02,seed:14,step:7});s.p(under(r,HZ+2),s.grad([[0,'#b3b76e'],[.5,'#7fa05f'],[1,'#5d8a58']],0,266,0,HZ));{let d='';for(let i=0;i<60;i++){const x=R.r(700,1210),y=lerp(yAt(r,x)+5,HZ-6,R());d+=blob(x,y,R.r(4,11),R.r(3,6),R,{lobes:6})}s.p(d,'#3f7552',.85)}
  s.p(treeline(ridge([[600,HZ-4],[900,HZ-6],[1220,HZ-7]],{amp:2,seed:3}),{size:6,seed:6,gap:.9}),'#2f6a50');
  // a ranch by the water
  s.p(poly([[1012,318],[1060,318],[1060,336],[1012,336]]),'#fdf4e0');s.p(poly([[1004,319],[1016,304],[1056,304],[1068,319]]),'#b5583a');s.p(poly([[1022,324],[1029,324],[1029,331],[1022,331]])+poly([[1042,323],[1049,323],[1049,336],[1042,336]]),'#1f6d78');for(const[x,y,q]of[[996,332,10],[1078,330,12],[1092,334,9]])s.p(blob(x,y,q,q*.8,R,{lobes:7}),'#2f6a50'),s.p(blob(x-q*.2,y-q*.3,q*.6,q*.4,R,{lobes:6}),'#6d9f58');}
 // rock wall of Capitólio, left
 const rim=ridge([[-20,92],[60,96],[150,112],[232,126],[262,150],[300,158],[372,172],[402,206],[452,220],[486,252],[540,270],[560,300],[604,322],[640,338],[664,348]],{amp:4,freq:.04,seed:seed+3,step:6,sharp:true});
 const foot=rim.map(([x])=>[x,HZ+1]);
 s.p(poly([...rim,[664,HZ],[-20,HZ]]),'#c08e58');escarp(s,{rim,foot,seed:seed+9,lit:'#f0cd90',mid:'#cf9558',shade:'#7b625a',haze:'#e6e0c8',hz:.1,rows:8});
 s.p(poly([...rim.map(([x,y],i)=>[x,y-4-5*Math.abs(Math.sin(i*.7))]),...rim.slice().reverse().map(([x,y])=>[x,y+4])]),'#4f8152');
 s.p(treeline(rim.filter(([x])=>x<560).map(([x,y])=>[x,y-6]),{size:10,seed:12,gap:1.2}),'#3a7048');s.p(treeline(rim.filter(([x])=>x<560).map(([x,y])=>[x-3,y-11]),{size:6,seed:13,gap:1.7}),'#6d9a56');
 {let d='',e='';for(let i=0;i<34;i++){const x=R.r(-10,560),y=lerp(yAt(rim,x)+16,HZ-16,R());d+=blob(x,y,R.r(7,18),R.r(3,7),R,{lobes:7});if(i%2)e+=blob(x-3,y-3,R.r(4,9),R.r(2,4),R,{lobes:6})}s.p(d,'#3f7549',.9);s.p(e,'#86a85e',.9)}
 // fall in the notch
 {const fx=282,fy=yAt(rim,fx)-2;s.p(poly([[fx-16,fy],[fx-5,fy+4],[fx-10,HZ],[fx-22,HZ]])+poly([[fx+5,fy+4],[fx+15,fy],[fx+24,HZ],[fx+12,HZ]]),'#4d3f3a',.45);s.p(`M${fx-4} ${n1(fy)}C${fx-7} 210 ${fx-9} 280 ${fx-11} ${HZ}L${fx+13} ${HZ}C${fx+10} 280 ${fx+8} 210 ${fx+5} ${n1(fy)}Z`,'#fbfdf6',.96);for(const d of[-3,2,6])s.s(`M${fx+d*.4} ${n1(fy+20)}L${fx+d*1.4} ${HZ-10}`,'#bfe0d4',1.3,.8)}
 // pale ring at the waterline
 s.p(poly([[-20,HZ-9],[300,HZ-7],[640,HZ-2],[660,HZ+1],[-20,HZ+1]]),'#f4e6c4',.75);
 // emerald water
 s.rect(0,HZ,1200,900-HZ,s.grad([[0,'#9fd6b8'],[.08,'#5fbd9c'],[.25,'#2a9c83'],[.6,'#13796d'],[1,'#0a4f52']],0,HZ,0,900));
 s.p(under(rim.map(([x,y])=>[x,HZ+(HZ-y)*.62+2*Math.sin(x*.09)]),HZ),s.grad([[0,'#c99a62',.6],[.5,'#5d8a62',.5],[1,'#2a9c83',.1]],0,HZ,0,HZ+150));
 s.p(lens(282,HZ+3,52,5),'#f4fbf4',.8);s.p(glints(R,{y0:HZ+4,y1:HZ+60,n:16,x:()=>282+R.n()*9,w:[5,14],h:[.6,1.8],p:1}),'#f4fbf4',.55);
 s.p(poly([[664,HZ],[1220,HZ],[1220,HZ+20],[900,HZ+14],[700,HZ+6]]),'#3f7f62',.4);
 s.p(glints(R,{y0:HZ+6,y1:890,n:210,w:[6,90],h:[.5,5],p:1.5}),'#0a5a58',.34);s.p(glints(R,{y0:HZ+5,y1:880,n:170,w:[6,70],h:[.4,3.4],p:1.5}),'#8fdcc0',.45);s.p(glints(R,{y0:HZ+4,y1:860,n:80,w:[4,30],h:[.5,2.2],p:1.4,x:t=>R.r(560,1220)}),'#fbfbe8',.75);
 // sandy shallow foreground? no: deep water with sun flecks
 // two distant boats
 for(const[x,y,q,c]of[[856,376,.55,'#c4632f'],[690,362,.34,'#1d5f68']]){s.p(lens(x-30*q,y+11*q,90*q,3*q),'#f4fbf4',.75);s.p(poly([[x-34*q,y-4*q],[x+44*q,y-9*q],[x+30*q,y+8*q],[x-28*q,y+8*q]]),'#fbf6ea');s.p(poly([[x-33*q,y],[x+40*q,y-4*q],[x+36*q,y],[x-32*q,y+3*q]]),c);s.p(poly([[x-26*q,y-32*q],[x+16*q,y-34*q],[x+16*q,y-31*q],[x-26*q,y-28*q]]),c);s.s(`M${P(x-22*q,y-30*q)}V${n1(y-4*q)}M${P(x+12*q,y-32*q)}V${n1(y-6*q)}`,'#4a5a58',1);s.p(circ(x-8*q,y-14*q,5*q)+circ(x+4*q,y-14*q,5*q),'#7a4a30')}
 // ---- the boat, built in 3D: u forward, v starboard, y up
 const ph=.56,c0=Math.cos(ph),s0=Math.sin(ph),O=[.72,0,8.7],PT=.075;
 const W=(u,v,y)=>[O[0]+u*c0-v*s0,y+u*PT+.06,O[2]-u*s0-v*c0],W0=(u,v,y=0)=>[O[0]+u*c0-v*s0,y,O[2]-u*s0-v*c0];
 const q=(p,f,o)=>s.p(cam.poly(p.map(a=>W(...a))),f,o),pt=(...a)=>cam.p(W(...a)),ln=(p,c,w,o)=>s.s(line3(cam,p.map(a=>W(...a))),c,w,o);
 const B=u=>{const t=clamp((u-.2)/3.3);return 1.22*(1-Math.pow(t,2.3))*(u<-1.5?lerp(1,.95,(-1.5-u)/1.5):1)},SH=u=>.78+.05*clamp((u+3)/6)+.2*Math.pow(clamp((u-.5)/3),1.6),CHB=u=>B(u-.35)*.86*(u>3.1?.4:1),CHY=u=>.2+.34*Math.pow(clamp((u-.8)/2.6),1.7),CU=u=>u-.55*Math.pow(clamp((u-1.8)/1.7),1.5),U=[];for(let i=0;i<=26;i++)U.push(lerp(-2.9,3.5,i/26));
 const kp=p=>cam.f/cam.depth(p);
 // wake on the water: curving back toward the left
 {const path=d=>{const a=.035*d*.5;return[O[0]-c0*d*1-2.4*c0-Math.sin(a)*d*.25,O[2]+s0*d+2.4*s0+Math.sin(a)*d*.5,]};const side=(d,w,sg)=>{const p=path(d);return[p[0]-sg*w*s0,0,p[1]-sg*w*c0]};
  const wd=d=>.85+.17*d,L=[],Q=[];for(let d=0;d<=42;d+=1.5){L.push(side(d,wd(d),1));Q.unshift(side(d,wd(d),-1))}
  s.p(cam.poly([...L,...Q]),s.grad([[0,'#cdeede',.1],[.5,'#9fdcc4',.4],[1,'#c8eede',.6]],0,HZ+30,0,640));
  let a='',b='',e='';for(let i=0;i<210;i++){const d=Math.pow(R(),1.5)*40,sg=R()<.5?-1:1,w=wd(d)*(1+R.n()*.1),p=side(d,w,sg),k=kp(p),z=cam.p(p);a+=lens(z[0],z[1],k*R.r(.16,.5),k*R.r(.018,.05))}
  for(let i=0;i<120;i++){const d=Math.pow(R(),1.4)*34,p=side(d,wd(d)*R.r(-.8,.8),1),k=kp(p),z=cam.p(p);b+=lens(z[0],z[1],k*R.r(.12,.4),k*R.r(.012,.034));if(i%2)e+=lens(z[0]+k*.3,z[1]+k*.04,k*R.r(.12,.34),k*R.r(.012,.03))}
  s.p(e,'#1f8a78',.5);s.p(b,'#ffffff',.7);s.p(a,'#fbfdf8',.9);
  // bow waves spreading outward on both sides
  const arm=(sg)=>{let d='',f='';for(let i=0;i<150;i++){const t=Math.pow(R(),1.25),u=lerp(1.3,-9,t),v=sg*(lerp(.85,4.2,t)+R.n()*lerp(.06,.3,t)),p=W0(u,v),k=kp(p),z=cam.p(p);(t<.5?d+=lens(z[0],z[1],k*R.r(.12,.36)*lerp(1.1,.8,t),k*R.r(.02,.05)):f+=lens(z[0],z[1],k*R.r(.14,.4),k*R.r(.016,.034)))}s.p(f,'#eafaf0',.6);s.p(d,'#ffffff',.9)};arm(-1);arm(1)}
 // shadow and reflection under the hull
 s.p(cam.poly([W0(-2.9,-1.1),W0(-2.9,1.75),W0(.6,1.95),W0(2.3,1.05),W0(2.9,.1),W0(1.5,-.9)]),'#07454a',.55);
 {let d='';for(let i=0;i<40;i++){const p=W0(R.r(-3,2.4),R.r(1.6,3.4)),k=kp(p),z=cam.p(p);d+=lens(z[0],z[1],k*R.r(.1,.4),k*R.r(.012,.03))}s.p(d,'#f3ead2',.4)}
 // hull starboard: bottom, topsides in two tones, stripe
 const strip=(fa,fb,col)=>q([...U.map(u=>fa(u)),...U.slice().reverse().map(u=>fb(u))],col);
 // transom and outboard are behind: draw motor first
 {let f='';for(let i=0;i<40;i++){const z=cam.p(W0(-3.1-Math.pow(R(),2)*1.5,R.n()*.6,R()*.16));f+=circ(z[0],z[1],R.r(2,6))}s.p(f,'#ffffff',.92)}
 {box2(-3.35,-2.95,-.2,.2,.1,1.0,'#33474c','#22343a','#1a2a30');box2(-3.5,-2.95,-.26,.26,.85,1.28,'#4b636a','#2b3f46','#1f3036')}
 function box2(u0,u1,v0,v1,y0,y1,top,front,side){q([[u1,v0,y0],[u1,v1,y0],[u1,v1,y1],[u1,v0,y1]],front);q([[u0,v1,y0],[u1,v1,y0],[u1,v1,y1],[u0,v1,y1]],side);q([[u0,v0,y1],[u1,v0,y1],[u1,v1,y1],[u0,v1,y1]],top)}
 // deck and cockpit
 q([...U.map(u=>[u,B(u),SH(u)]),...U.slice().reverse().map(u=>[u,-B(u),SH(u)])],'#fdf8ea');
 q([...U.filter(u=>u>1).map(u=>[u,B(u)*.82,SH(u)+.01]),...U.filter(u=>u>1).reverse().map(u=>[u,-B(u)*.82,SH(u)+.01])],'#f1e4c4');for(const v of[-.5,0,.5])ln(U.filter(u=>u>1.25&&u<3.2&&Math.abs(v)<B(u)*.7).map(u=>[u,v,SH(u)+.015]),'#d9c496',1.2,.9);
 const ck=U.filter(u=>u>-2.75&&u<1.1),inn=.17,fl=.3;const cockpit=cam.poly([...ck.map(u=>[u,B(u)-inn,SH(u)]),...ck.slice().reverse().map(u=>[u,-B(u)+inn,SH(u)])].map(a=>W(...a)));
 const dU=(u0,u1,v0,v1,y0,y1,c)=>box2(u0,u1,v0,v1,y0,y1,...c);
 s.p(cockpit,'#6b4a34');
 s.inClip(cockpit,()=>{q([[-2.8,-1.2,fl],[1.4,-1.2,fl],[1.4,1.3,fl],[-2.8,1.3,fl]],'#c98f58');for(let v=-1.1;v<1.2;v+=.16)ln([[-2.8,v,fl],[1.4,v,fl]],'#94633a',1,.6);
  q([...ck.map(u=>[u,-B(u)+inn,SH(u)]),...ck.slice().reverse().map(u=>[u,-B(u)+inn,fl])],'#e2d5b6');q([...ck.map(u=>[u,-B(u)+inn,.62]),...ck.slice().reverse().map(u=>[u,-B(u)+inn,.5])],'#1d6f76',.8);
  q([[-2.6,-1.1,fl],[-2.6,1.1,fl],[-2.6,1.1,.9],[-2.6,-1.1,.9]],'#d3c4a2')});
 ln(ck.map(u=>[u,-B(u)+inn,SH(u)]),'#b89c6a',1.2,.8);
 // people as small upright figures
 const man=(u,v,y,h,shirt,skin,o={})=>{const p=pt(u,v,y),k=kp(W(u,v,y)),S=(x,yy)=>[p[0]+x*k,p[1]-yy*k];const tor=h*.62,w=h*.27;
  if(o.arm)s.s(`M${P(...S(w*.7,tor*.78))}Q${P(...S(w*1.5,tor*.62))} ${P(...S(...o.arm))}`,skin,n1(.085*k));
  s.p(`M${P(...S(-w,0))}C${P(...S(-w*1.12,tor*.5))} ${P(...S(-w*.98,tor*.86))} ${P(...S(-w*.36,tor*.98))}L${P(...S(w*.36,tor*.98))}C${P(...S(w*.98,tor*.86))} ${P(...S(w*1.12,tor*.5))} ${P(...S(w,0))}Z`,shirt);s.p(`M${P(...S(-w,0))}C${P(...S(-w*1.12,tor*.5))} ${P(...S(-w*.98,tor*.86))} ${P(...S(-w*.36,tor*.98))}L${P(...S(-w*.1,tor*.98))}C${P(...S(-w*.5,tor*.7))} ${P(...S(-w*.5,tor*.4))} ${P(...S(-w*.3,0))}Z`,mix(shirt,'#0d2f2d',.28));
  if(o.vest){s.p(poly([S(-w*.8,tor*.1),S(w*.8,tor*.1),S(w*.8,tor*.86),S(w*.25,tor*.9),S(0,tor*.6),S(-w*.25,tor*.9),S(-w*.8,tor*.86)]),'#e8692f');s.s(`M${P(...S(-w*.8,tor*.4))}L${P(...S(w*.8,tor*.4))}`,'#f6d9a8',1.6)}
  s.p(poly([S(-.05*h,tor*.9),S(.05*h,tor*.9),S(.045*h,tor*1.12),S(-.045*h,tor*1.12)]),mix(skin,'#3a2018',.25));const hy=tor*1.24,hr=h*.135;s.p(circ(...S(0,hy),hr*k),skin);
  if(o.hat){s.p(lens(...S(0,hy+hr*.5),hr*2.3*k,hr*.62*k)+`M${P(...S(-hr*1.05,hy+hr*.5))}Q${P(...S(0,hy+hr*2.2))} ${P(...S(hr*1.05,hy+hr*.5))}Z`,'#f3deac');s.s(`M${P(...S(-hr*1.05,hy+hr*.6))}Q${P(...S(0,hy+hr*.4))} ${P(...S(hr*1.05,hy+hr*.6))}`,'#c2623d',2)}
  else if(o.cap){s.p(`M${P(...S(-hr*1.05,hy+hr*.2))}Q${P(...S(-hr*.9,hy+hr*1.35))} ${P(...S(hr*.2,hy+hr*1.15))}Q${P(...S(hr,hy+hr*.9))} ${P(...S(hr*1.9,hy+hr*.22))}Z`,'#1d5f68')}
  else{s.p(`M${P(...S(-hr*1.08,hy-hr*(o.long?1.9:.1)))}C${P(...S(-hr*1.4,hy+hr*1.2))} ${P(...S(hr*.9,hy+hr*1.7))} ${P(...S(hr*1.05,hy+hr*.35))}Q${P(...S(hr*.2,hy+hr*.7))} ${P(...S(-hr*.3,hy+hr*.2))}Q${P(...S(-hr*.35,hy-hr*.7))} ${P(...S(-hr*.5,hy-hr*(o.long?2:.4)))}Z`,o.hair||'#2b1d18')}};
 // stern bench with two passengers
 dU(-2.55,-1.85,-.98,.98,fl,.66,['#fbf1dc','#d9c7a0','#c9b48c']);dU(-2.62,-2.4,-1.0,1.0,.62,1.06,['#fdf6e4','#e9d9b4','#cbb58a']);ln([[-2.39,-.98,.86],[-2.39,.98,.86]],'#c98a3c',3.4,.9);for(const v of[-.33,.33])ln([[-1.84,v,fl+.02],[-1.84,v,.64]],'#bfa878',1.2,.8);
 man(-2.05,-.55,.62,.98,'#f4e6c8','#8a5638',{hat:1});man(-2.05,.12,.62,.98,'#d8563a','#a86c46',{long:1,hair:'#3a2418'});
 man(-2.0,.7,.62,.74,'#2e8a8c','#9a6040',{vest:1});
 // poles at the back of the canopy
 const cy=2.28,ca=-2.0,cb=.55,cv=1.0;ln([[-2.2,-B(-2.2)+.06,SH(-2.2)],[ca+.2,-cv,cy]],'#c9cfc6',2.2);ln([[.2,-B(.2)+.06,SH(.2)],[cb-.1,-cv,cy]],'#c9cfc6',2.2);
 // helm seats, console, driver
 dU(-.75,-.2,-.82,-.22,fl,.72,['#fbf1dc','#d9c7a0','#c9b48c']);dU(-.82,-.66,-.82,-.22,.7,1.18,['#fdf6e4','#e9d9b4','#cbb58a']);
 man(-.42,-.52,.72,1.0,'#f0c257','#b0744c',{cap:1});
 dU(-.75,-.2,.22,.82,fl,.72,['#fbf1dc','#d9c7a0','#c9b48c']);dU(-.82,-.66,.22,.82,.7,1.18,['#fdf6e4','#e9d9b4','#cbb58a']);
 man(-.4,.52,.72,1.04,'#fdf6e6','#8f5a3a',{arm:[.52,.34]});
 dU(.5,1.1,-.9,.9,fl,.96,['#f3e6c8','#e0d0ab','#cbb88e']);
 {const p=pt(.42,.5,1.02),k=kp(W(.42,.5,1.0));s.s(`M${P(p[0]-.07*k,p[1]+.14*k)}Q${P(p[0]-.02*k,p[1]-.2*k)} ${P(p[0]+.12*k,p[1]-.16*k)}Q${P(p[0]+.16*k,p[1]+.1*k)} ${P(p[0]-.07*k,p[1]+.14*k)}Z`,'#26383b',3)}
 q([...ck.map(u=>[u,B(u),SH(u)]),...ck.slice().reverse().map(u=>[u,B(u)-inn,SH(u)])],'#fdf8ea');ln(ck.map(u=>[u,B(u)-inn,SH(u)]),'#b89c6a',1.2,.8);
 strip(u=>[CU(u),CHB(u),CHY(u)],u=>[Math.min(CU(u),2.35),CHB(u)*.62,-.06-u*PT],s.grad([[0,'#cfdcd4'],[.6,'#9dbbb4'],[1,'#5f9a92']],0,pt(2.6,.3,.5)[1],0,cam.p(W0(1.5,.8))[1]));
 strip(u=>[u,B(u),SH(u)],u=>[CU(u),CHB(u),CHY(u)],s.grad([[0,'#e9e4d3'],[.5,'#fbf7ea'],[1,'#ffffff']],pt(-2.9,1.2,.5)[0],0,pt(3.4,0,.8)[0],0));
 const mid=(u,t)=>[lerp(CU(u),u,t),lerp(CHB(u),B(u),t),lerp(CHY(u),SH(u),t)];
 strip(u=>mid(u,.6),u=>mid(u,.26),'#1d6f76');strip(u=>mid(u,.64),u=>mid(u,.6),'#d9963e');strip(u=>mid(u,.1),u=>mid(u,0),'#d3dcd2');
 strip(u=>[u,B(u)+.02,SH(u)+.02],u=>[u,B(u)+.02,SH(u)-.07],'#f3dcae');
 ln(U.map(u=>[u,B(u)+.02,SH(u)-.07]),'#a9885a',1.2,.8);
 // windscreen
 {const base=[[.35,-1.04],[1.0,-.78],[1.28,0],[1.0,.78],[.35,1.04]],tp=base.map(([u,v])=>[u-.38,v*.9]);for(let i=0;i<4;i++){const a=base[i],b=base[i+1],c=tp[i+1],d=tp[i];q([[a[0],a[1],SH(a[0])+.02],[b[0],b[1],SH(b[0])+.02],[c[0],c[1],1.42],[d[0],d[1],1.42]],i<2?'#cfeae2':'#9fd0cc',.5);ln([[a[0],a[1],SH(a[0])+.02],[d[0],d[1],1.42]],'#4a5f62',1.6,.9)}ln([[.35,1.04,SH(.35)],[tp[4][0],tp[4][1],1.42]],'#4a5f62',2);ln(tp.map(([u,v])=>[u,v,1.42]),'#f4f1e2',3);ln(base.map(([u,v])=>[u,v,SH(u)+.02]),'#4a5f62',1.8);q([[1.22,.2,1.0],[1.1,.56,1.0],[.78,.5,1.4],[.88,.2,1.4]],'#ffffff',.45)}
 // canopy
 {const up=(u,v)=>cy+.12*(1-Math.pow(v/cv,2))+.05*Math.sin((u-ca)/(cb-ca)*Math.PI);const us=[0,.25,.5,.75,1].map(t=>lerp(ca,cb,t)),vs=[-1,-.6,-.2,.2,.6,1].map(t=>t*cv);
  q([...us.map(u=>[u,cv,up(u,cv)]),...us.slice().reverse().map(u=>[u,-cv,up(u,-cv)])],'#0f4a50');
  const cols=['#2f8e8f','#2a8586','#247a7c','#1f6f72','#1a6468'];for(let i=0;i<5;i++)q([...us.map(u=>[u,vs[i],up(u,vs[i])]),...us.slice().reverse().map(u=>[u,vs[i+1],up(u,vs[i+1])])],cols[i]);
  q([...us.map(u=>[u,cv,up(u,cv)]),...us.slice().reverse().map(u=>[u,cv,up(u,cv)-.1])],'#f3dcae');q([...vs.map(v=>[cb,v,up(cb,v)]),...vs.slice().reverse().map(v=>[cb,v,up(cb,v)-.1])],'#f9e9c6');ln(vs.map(v=>[lerp(ca,cb,.5),v,up(lerp(ca,cb,.5),v)]),'#15585c',1.4,.7);
  ln([[-2.2,B(-2.2)-.04,SH(-2.2)],[ca+.2,cv,cy-.08]],'#e6e8dc',2.8);ln([[.2,B(.2)-.04,SH(.2)],[cb-.1,cv,cy-.08]],'#e6e8dc',2.8);ln([[-1.0,B(-1)-.04,SH(-1)],[ca+.5,cv,cy-.08]],'#e6e8dc',2)}
 // bow rail and a girl on the foredeck
 {const k=kp(W(2.2,0,1));s.s(line3(cam,[[2.05,-.02,SH(2)+.1],[2.42,.02,SH(2.4)+.17],[2.8,.06,SH(2.7)+.04]].map(a=>W(...a))),'#a86c46',n1(.09*k),1,'stroke-linejoin="round"')}
 man(2.05,-.1,SH(2)-.02,.92,'#e9553f','#a86c46',{long:1,hair:'#4b2a1a',arm:[.5,.72]});
 for(const sg of[-1,1]){const us=[1.3,1.9,2.5,3.0,3.3];ln(us.map((u,i)=>[u,sg*B(u)*.94,SH(u)+(i?.3:.02)]),'#dfe5dc',2.2);for(const u of us.slice(1))ln([[u,sg*B(u)*.94,SH(u)],[u,sg*B(u)*.94,SH(u)+.3]],'#c9d2c9',1.5)}
 ln([[3.3,-B(3.3)*.94,SH(3.3)+.3],[3.42,0,SH(3.4)+.3],[3.3,B(3.3)*.94,SH(3.3)+.3]],'#dfe5dc',2.2);
 // flag at the stern
 {const a=pt(-2.85,.9,SH(-2.8)),b=pt(-2.95,.9,1.75);s.s(`M${P(...a)}L${P(...b)}`,'#e6e8dc',2.2);s.p(`M${P(...b)}C${P(b[0]-14,b[1]-7)} ${P(b[0]-24,b[1]+8)} ${P(b[0]-42,b[1]-1)}L${P(b[0]-40,b[1]+24)}C${P(b[0]-24,b[1]+32)} ${P(b[0]-14,b[1]+16)} ${P(b[0]-.5,b[1]+25)}Z`,'#fbf6ea');s.p(poly([[b[0]-21,b[1]+5],[b[0]-13,b[1]+18],[b[0]-29,b[1]+19]]),'#c4432c')}
 // spray along the waterline, over the hull
 {const sp=[],sb=[];for(let i=0;i<=18;i++){const t=i/18,u=lerp(2.3,-2.9,t),h=Math.sin(Math.PI*Math.min(1,t*1.5+.02))*.34*(1-t*.3)+.08*t;const v=lerp(.42,1.32,Math.pow(t,.55));sp.push(cam.p(W0(u,v+h*.5,h*(.75+.5*R()))));sb.push(cam.p(W0(u-.1,v+lerp(.02,.75,Math.pow(t,.8)),0)))}
  const body=smooth(sp,false,1)+'L'+sb.slice().reverse().map(p=>P(...p)).join('L')+'Z';s.p(body,s.grad([[0,'#ffffff',.98],[.6,'#f2fbf6',.92],[1,'#cdeede',.8]],0,Math.min(...sp.map(p=>p[1])),0,Math.max(...sb.map(p=>p[1]))));
  s.inClip(body,()=>{let d='';for(let i=0;i<26;i++){const t=R.r(.08,.95),j=Math.floor(t*18),a=sp[j],b=sb[j],y=lerp(a[1],b[1],R.r(.45,.9));d+=lens(lerp(a[0],b[0],.5),y,R.r(14,36),R.r(1.2,3))}s.p(d,'#7fc9b4',.55)});
  let d='',e='',g='';for(let i=0;i<110;i++){const t=Math.pow(R(),1.1),u=lerp(2.2,-2.6,t),v=lerp(.42,1.32,Math.pow(t,.55)),p=W0(u,v+R.r(.1,1.0),Math.max(0,Math.sin(Math.PI*Math.min(1,t*1.4))*R.r(0,.5))),z=cam.p(p);if(i%3)d+=circ(z[0],z[1],R.r(1,3.6));const w=cam.p(W0(u,v+R.r(.5,1.5)+t*.5,0));e+=lens(w[0],w[1],R.r(6,24),R.r(1,3))}s.p(e,'#eafaf2',.85);s.p(d,'#ffffff',.9)}
 // large swells in the foreground
 {let a='',b='';for(let i=0;i<26;i++){const t=R(),x=R.r(-40,1240),y=lerp(700,890,t),w=lerp(60,150,t)*R.r(.6,1.2);a+=lens(x,y,w,lerp(4,10,t)*R.r(.6,1));if(i%2)b+=lens(x-w*.1,y-lerp(4,8,t),w*.7,lerp(1.2,3,t))}s.p(a,'#0a4a50',.35);s.p(b,'#9fe0c8',.5)}
 // birds
 for(const[x,y,k]of[[640,120,1],[676,104,.8],[704,128,.9],[470,150,.7]])s.s(`M${P(x-11*k,y-4*k)}Q${P(x-5*k,y-8*k)} ${P(x,y)}Q${P(x+5*k,y-8*k)} ${P(x+11*k,y-4*k)}`,'#3f6a70',1.7*k);
 return s.svg('Ilustração: lancha na água verde-esmeralda de Furnas, com paredões e morros');
}
